/** The exact limits of a text. markdown-attacks.test.ts tests the cost of texts beyond them. */
import { expect, test } from 'vitest'
import { MarkdownTooComplexError } from './markdown-limits.ts'
import { parseMarkdown } from './markdown-parser.ts'

const NESTED = 'More than 30 in one another.'
const LINKED = 'More links, or longer ones, than a text may have.'
const link = (length: number) => `[a](/${'b'.repeat(length - 1)})`
const quotations = (depth: number) => `${'> '.repeat(depth)}a`
const lists = (depth: number) => Array.from({ length: depth }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')
/** A paragraph has three tokens. */
const paragraphs = (count: number) => 'a\n\n'.repeat(count)

const parseError = (source: string, by: 'site' | 'user' = 'user') => {
  try {
    parseMarkdown(source, by)
    return ''
  } catch (error) {
    return error instanceof MarkdownTooComplexError ? error.message : `unexpected: ${String(error)}`
  }
}

test.each<[what: string, largest: string, beyond: string, message: string]>([
  ['29 nested quotations', quotations(29), quotations(30), NESTED],
  ['14 nested lists', lists(14), lists(15), NESTED],
  ['1,000 links', link(2).repeat(1000), link(2).repeat(1001), LINKED],
  ['a link of 400,000 characters', link(400_000), link(400_001), LINKED],
  ['links of 400,000 characters together', `${link(100_000)} *${link(300_000)}*`, `${link(100_000)} *${link(300_001)}*`, LINKED],
  ['13,333 paragraphs', paragraphs(13_333), paragraphs(13_334), 'More than 40000 tokens.'],
  ['39,997 code spans', '`a` '.repeat(39_997), '`a` '.repeat(39_998), 'More than 40000 tokens.'],
])('the parser accepts %s and no more', (_what, largest, beyond, message) => {
  expect(parseError(largest)).toBe('')
  expect(parseError(beyond)).toBe(message)
})

test('the parser accepts 500 footnote references in the site’s texts and no more', () => {
  const notes = (count: number) => `${'a[^1]'.repeat(count)}\n\n[^1]: x`
  expect(parseError(notes(500), 'site')).toBe('')
  expect(parseError(notes(501), 'site')).toBe('More than 500 notes.')
})

test('the parser limits its steps on unbalanced markers', () => {
  expect(parseError('!['.repeat(300))).toBe('')
  expect(parseError('!['.repeat(2000))).toBe('More than 400000 steps.')
})

test('the counters are reset for each text, also after an error', () => {
  const half = `${'a[^1]'.repeat(300)}\n\n[^1]: x\n\n${paragraphs(8_000)}`
  expect([half, half, `${half}${half}`, half].map((source) => parseError(source, 'site') === '')).toEqual([true, true, false, true])
})
