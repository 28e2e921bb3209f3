import { describe, expect, test } from 'vitest'
import { PASSWORD_MIN } from '#features/users/user-limits.policy.ts'
import { estimateStrength } from './password-strength.policy.ts'

describe('the hint while a password is typed', () => {
  test('an empty one is told the rule, which is the contract’s', () => {
    const { level, words } = estimateStrength('')
    expect([level, words]).toEqual([0, expect.stringContaining(`At least ${PASSWORD_MIN} characters.`)])
  })

  test.each([
    ['a', '9 more characters needed'],
    ['a'.repeat(PASSWORD_MIN - 2), '2 more characters needed'],
    ['a'.repeat(PASSWORD_MIN - 1), '1 more character needed'],
  ])('%s is too short: %s', (password, words) => expect(estimateStrength(password)).toEqual({ level: 1, words }))

  test.each([
    ['Ivy.Brook-2026', ['ivy.brook@example.org']],
    ['my-EXAMPLE-of-it', ['ivy@example.org']],
    ['heather-on-hills', ['Heather', 'h@x.org']],
  ])('%s contains what others know', (password, own) =>
    expect(estimateStrength(password, own)).toEqual({ level: 2, words: 'Long enough, but it contains your name or email' }),
  )

  test('words of three letters, and no words at all, are not held against it', () => {
    expect(estimateStrength('seven-slow-herons', ['ron', 'ivy@sew.org', '']).level).toBe(3)
  })

  test.each(['aaaaaaaaaa', 'abcabcabcabcabcabc', 'AaBbAaBbAaBbAaBbAa'])('%s repeats itself, however long', (password) =>
    expect(estimateStrength(password)).toEqual({ level: 2, words: 'Long enough, but it repeats itself' }),
  )

  test.each(['herons wade', 'heronswade1', 'heronswading'])('%s is long enough, and one more word makes it strong', (password) =>
    expect(estimateStrength(password)).toEqual({ level: 2, words: 'Long enough. One more word makes it strong.' }),
  )

  test.each(['herons-wade1', 'heronswadeatdawn', 'ヒバリとハト9羽-空の上'])('%s is strong', (password) =>
    expect(estimateStrength(password)).toEqual({ level: 3, words: 'Strong' }),
  )
})
