/** Tests the exact limits of a text. markdown-attacks.test.ts tests the cost of texts beyond them. */
import { expect, test } from 'vitest'
import { MarkdownTooComplexError } from './markdown-limits.ts'
import { parseMarkdown } from './markdown-parser.ts'

const NESTING_ERROR = 'More than 30 in one another.'
const LINKS_ERROR = 'More links, or longer ones, than a text may have.'
const makeLink = (length: number) => `[a](/${'b'.repeat(length - 1)})`
const makeQuotations = (depth: number) => `${'> '.repeat(depth)}a`
const makeLists = (depth: number) => Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')
/** Returns a text of `count` paragraphs, each of which has three tokens. */
const makeParagraphs = (count: number) => 'a\n\n'.repeat(count)

const findParseError = (source: string, author: 'site' | 'user' = 'user') => {
  try {
    parseMarkdown(source, author)
    return ''
  } catch (error) {
    return error instanceof MarkdownTooComplexError ? error.message : `unexpected: ${String(error)}`
  }
}

test.each<[what: string, largest: string, beyond: string, message: string]>([
  ['29 nested quotations', makeQuotations(29), makeQuotations(30), NESTING_ERROR],
  ['14 nested lists', makeLists(14), makeLists(15), NESTING_ERROR],
  ['1,000 links', makeLink(2).repeat(1000), makeLink(2).repeat(1001), LINKS_ERROR],
  ['a link of 400,000 characters', makeLink(400_000), makeLink(400_001), LINKS_ERROR],
  [
    'links of 400,000 characters together',
    `${makeLink(100_000)} *${makeLink(300_000)}*`,
    `${makeLink(100_000)} *${makeLink(300_001)}*`,
    LINKS_ERROR,
  ],
  ['13,333 paragraphs', makeParagraphs(13_333), makeParagraphs(13_334), 'More than 40000 tokens.'],
  ['39,997 code spans', '`a` '.repeat(39_997), '`a` '.repeat(39_998), 'More than 40000 tokens.'],
])('the parser accepts %s and no more', (_what, largest, beyond, message) => {
  expect(findParseError(largest)).toBe('')
  expect(findParseError(beyond)).toBe(message)
})

test('the parser accepts 500 footnote references in the site’s texts and no more', () => {
  const makeNotes = (count: number) => `${'a[^1]'.repeat(count)}\n\n[^1]: x`
  expect(findParseError(makeNotes(500), 'site')).toBe('')
  expect(findParseError(makeNotes(501), 'site')).toBe('More than 500 notes.')
})

test('the parser rejects unbalanced markers that take more than 400,000 steps', () => {
  expect(findParseError('!['.repeat(300))).toBe('')
  expect(findParseError('!['.repeat(2000))).toBe('More than 400000 steps.')
})

test('the parser resets its counters for each text, also after an error', () => {
  const half = `${'a[^1]'.repeat(300)}\n\n[^1]: x\n\n${makeParagraphs(8_000)}`
  expect([half, half, `${half}${half}`, half].map((source) => findParseError(source, 'site') === '')).toEqual([true, true, false, true])
})
