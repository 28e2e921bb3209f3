import { describe, expect, test } from 'vitest'
import { PASSWORD_MIN } from '#features/users/user-limits.policy.ts'
import { estimateStrength } from './password-strength.policy.ts'

describe('estimateStrength', () => {
  test('an empty password gets the minimum length of the contract as a hint', () => {
    expect(estimateStrength('')).toEqual({ level: 0, hint: expect.stringContaining(`At least ${PASSWORD_MIN} characters.`) })
  })

  test.each([
    ['a', '9 more characters needed'],
    ['a'.repeat(PASSWORD_MIN - 2), '2 more characters needed'],
    ['a'.repeat(PASSWORD_MIN - 1), '1 more character needed'],
  ])('%s is too short, with the hint: %s', (password, hint) => expect(estimateStrength(password)).toEqual({ level: 1, hint }))

  test.each([
    ['Ivy.Brook-2026', ['ivy.brook@example.org']],
    ['my-EXAMPLE-of-it', ['ivy@example.org']],
    ['heather-on-hills', ['Heather', 'h@x.org']],
  ])('%s contains the name or email', (password, guessableWords) =>
    expect(estimateStrength(password, guessableWords)).toEqual({ level: 2, hint: 'Long enough, but it contains your name or email' }),
  )

  test('ignores guessable words of up to three letters', () => {
    expect(estimateStrength('seven-slow-herons', ['ron', 'ivy@sew.org', '']).level).toBe(3)
  })

  test.each(['aaaaaaaaaa', 'abcabcabcabcabcabc', 'AaBbAaBbAaBbAaBbAa'])('%s repeats itself, regardless of its length', (password) =>
    expect(estimateStrength(password)).toEqual({ level: 2, hint: 'Long enough, but it repeats itself' }),
  )

  test.each(['herons wade', 'heronswade1', 'heronswading'])('%s is long enough, but not strong', (password) =>
    expect(estimateStrength(password)).toEqual({ level: 2, hint: 'Long enough. One more word makes it strong.' }),
  )

  test.each(['herons-wade1', 'heronswadeatdawn', 'ヒバリとハト9羽-空の上'])('%s is strong', (password) =>
    expect(estimateStrength(password)).toEqual({ level: 3, hint: 'Strong' }),
  )
})
