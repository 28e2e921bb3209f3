import { expect, test } from 'vitest'
import { truncateSnippet } from './truncate-snippet.ts'

test('ART-17 the dots come only when the text is longer: 120 exactly has none, 121 has', () => {
  expect(truncateSnippet('a'.repeat(120), 120)).toBe('a'.repeat(120))
  expect(truncateSnippet('a'.repeat(121), 120)).toBe(`${'a'.repeat(120)}...`)
})

test.each([60, 80, 100, 120, 160])('CONST-09 the cut at %i keeps that many characters', (max) => {
  expect(truncateSnippet('b'.repeat(max), max)).toBe('b'.repeat(max))
  expect(truncateSnippet('b'.repeat(max + 1), max)).toBe(`${'b'.repeat(max)}...`)
})

test('an empty text stays empty, and a character of two code units is never cut in half', () => {
  expect(truncateSnippet('', 60)).toBe('')
  expect(truncateSnippet('🌞🌞🌞', 3)).toBe('🌞🌞🌞')
  expect(truncateSnippet('🌞🌞🌞', 2)).toBe('🌞🌞...')
})
