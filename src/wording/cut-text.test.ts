import { describe, expect, test } from 'vitest'
import { limitText, truncateAtWord, truncateText } from './cut-text.ts'

const FAMILY = '👨‍👩‍👧‍👦'

describe('truncateText', () => {
  test.each([60, 80, 100, 120, 160])('CONST-09 keeps up to %i characters, and adds dots only to longer texts', (max) => {
    expect(truncateText('b'.repeat(max), max)).toBe('b'.repeat(max))
    expect(truncateText('b'.repeat(max + 1), max)).toBe(`${'b'.repeat(max)}...`)
  })

  test.each([
    ['an empty text', '', 2, ''],
    ['an emoji of two code units', `${'a'.repeat(79)}🚗🚗`, 80, `${'a'.repeat(79)}🚗...`],
    ['a text whose graphemes just fit', '🌞🌞🌞', 3, '🌞🌞🌞'],
    ['joined emoji', `${FAMILY}${FAMILY}x`, 1, `${FAMILY}...`],
    ['flags', '🇬🇧🇩🇪🇫🇷', 2, '🇬🇧🇩🇪...'],
    ['skin tones', '👍🏽👍🏽', 1, '👍🏽...'],
    ['letters with combining accents', 'e\u0301e\u0301e', 2, 'e\u0301e\u0301...'],
    ['a combining accent right after the cut', 'abcde\u0301f', 5, 'abcde\u0301...'],
    ['Devanagari', 'क्षि क्षि', 1, 'क्षि...'],
    ['punctuation and currencies', '“£1’–€2”…x', 9, '“£1’–€2”…...'],
  ])('cuts %s between graphemes', (_what, text, max, expected) => {
    expect(truncateText(text, max)).toBe(expected)
  })

  test('limits the length of a text even if a letter has any number of accents', () => {
    const truncated = truncateText('z\u0301\u0302'.repeat(2) + '\u0301'.repeat(100_000), 80)
    expect(truncated.length).toBeLessThan(80 * 16 + 10)
    expect(truncateText(`a${'🚗\u0301'.repeat(50_000)}`, 80).isWellFormed()).toBe(true)
  })
})

describe('truncateAtWord', () => {
  test.each([
    ['one two three', 13, 'one two three'],
    ['one two, three', 9, 'one two…'],
    ['onetwothreefour', 9, 'onetwothr…'],
    ['a 🚗🚗🚗🚗🚗🚗🚗🚗🚗🚗', 5, 'a 🚗🚗🚗…'],
  ])('cuts %j to %i graphemes, between words where possible', (text, max, expected) => {
    expect(truncateAtWord(text, max)).toBe(expected)
  })
})

describe('limitText', () => {
  test('returns whole graphemes within a number of code units', () => {
    expect(limitText('abc', 3)).toBe('abc')
    expect(limitText('abcd', 3)).toBe('abc')
    expect(limitText('ab🚗', 3)).toBe('ab')
    expect(limitText(`ab${FAMILY}`, 8)).toBe('ab')
    expect(limitText('abe\u0301', 3)).toBe('ab')
    expect(limitText('🇬🇧🇩🇪', 6)).toBe('🇬🇧')
    expect(limitText('ab', 0)).toBe('')
  })

  test('returns well-formed text at every length', () => {
    const text = `a🚗${FAMILY}${'\u0301'.repeat(300)}🚗`.repeat(3)
    const lengths = Array.from({ length: text.length + 2 }, (_, length) => length)
    expect(lengths.filter((length) => !limitText(text, length).isWellFormed() || limitText(text, length).length > length)).toEqual([])
  })
})
