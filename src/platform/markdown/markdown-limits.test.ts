/** Where the limits of a text are. What a text beyond them costs: markdown-attacks.test.ts. */
import { expect, test } from 'vitest'
import { TooInvolvedError } from './markdown-limits.ts'
import { parseMarkdown } from './markdown-parser.ts'

const NESTED = 'More than 30 in one another.'
const LINKED = 'More links, or longer ones, than a text may have.'
const link = (length: number) => `[a](/${'b'.repeat(length - 1)})`
const quotations = (depth: number) => `${'> '.repeat(depth)}a`
const lists = (depth: number) => Array.from({ length: depth }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')
/** Three to a paragraph. */
const paragraphs = (count: number) => 'a\n\n'.repeat(count)

const tryIt = (source: string, by: 'site' | 'user' = 'user') => {
  try {
    parseMarkdown(source, by)
    return ''
  } catch (fault) {
    return fault instanceof TooInvolvedError ? fault.message : `a fault: ${String(fault)}`
  }
}

test.each<[what: string, largest: string, beyond: string, message: string]>([
  ['29 quotations in one another', quotations(29), quotations(30), NESTED],
  ['14 lists in one another', lists(14), lists(15), NESTED],
  ['1,000 links', link(2).repeat(1000), link(2).repeat(1001), LINKED],
  ['links as long as this', link(400_000), link(400_001), LINKED],
  ['links as long as this together', `${link(100_000)} *${link(300_000)}*`, `${link(100_000)} *${link(300_001)}*`, LINKED],
  ['so many paragraphs', paragraphs(13_333), paragraphs(13_334), 'More than 40000 tokens.'],
  ['so many words of code', '`a` '.repeat(39_997), '`a` '.repeat(39_998), 'More than 40000 tokens.'],
])('a text may have %s, and no more', (_what, largest, beyond, message) => {
  expect([tryIt(largest), tryIt(beyond)]).toEqual(['', message])
})

test('500 notes are enough for the site’s own', () => {
  const notes = (count: number) => `${'a[^1]'.repeat(count)}\n\n[^1]: x`
  expect([tryIt(notes(500), 'site'), tryIt(notes(501), 'site')]).toEqual(['', 'More than 500 notes.'])
})

test('the parser is not kept busy with marks that lead nowhere', () => {
  expect(tryIt('!['.repeat(300))).toBe('')
  expect(tryIt('!['.repeat(2000))).toBe('More than 400000 steps.')
})

test('each text is counted for itself, also after one that was too much', () => {
  const half = `${'a[^1]'.repeat(300)}\n\n[^1]: x\n\n${paragraphs(8_000)}`
  expect([half, half, `${half}${half}`, half].map((source) => tryIt(source, 'site') === '')).toEqual([true, true, false, true])
})
