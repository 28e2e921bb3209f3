/** Tests caveats in texts: as a box, as plain text, in drafts and where they are not allowed. */
import { describe, expect, test } from 'vitest'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { resolveReferenceText } from '#features/figures/texts/figure-text.policy.ts'
import { parseMarkdown } from '#platform/markdown/markdown-parser.ts'
import { toPlainLines, toPlainText } from '#platform/markdown/plain-text.ts'
import { findCaveat, listCaveats, readCaveatEntries } from './caveat-file.service.ts'
import { extractCaveats, splitAtLinks, type Caveat } from './caveat.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
const caveat: Caveat = {
  key: 'ladders',
  title: 'Foot the ladder',
  text: 'Have somebody [hold it](https://example.org/ladders). Always.',
  source: { title: 'Ladders', publisher: 'HSE', url: 'https://example.org/hse' },
  checkedOn: '2026-11-28',
}
const resolve = (source: string, options = {}) =>
  resolveReferenceText(source, referenceValues, { findCaveat: (key) => (key === caveat.key ? caveat : undefined), ...options })

describe('a caveat in a text', () => {
  test('becomes a box with title, text, links and source', () => {
    const { text, problems, keys } = resolve('Before.\n{{caveat:ladders}}\nAfter.')
    expect(problems).toEqual([])
    expect(keys).toEqual([])
    expect(parseMarkdown(text, 'site')).toBe(
      [
        '<p>Before.</p>',
        '<div class="callout" role="note">',
        '<p><strong>Foot the ladder</strong></p>',
        '<p>Have somebody <a href="https://example.org/ladders" rel="noopener">hold it</a>. Always.</p>',
        '<p>Source: HSE, <a href="https://example.org/hse" rel="noopener">Ladders</a>, checked 28 November 2026.</p>',
        '</div>',
        '<p>After.</p>',
        '',
      ].join('\n'),
    )
  })

  test('is one line without links in a plain text', () => {
    expect(resolve('Before.\n\n{{caveat:ladders}}', { isPlain: true }).text).toBe(
      'Before.\n\nFoot the ladder. Have somebody hold it. Always.',
    )
  })

  test('leaves no mark in a summary or in the search', () => {
    const { text } = resolve('{{caveat:ladders}}')
    expect(toPlainText(text)).toMatch(/^Foot the ladder Have somebody hold it\. Always\./)
    expect(toPlainLines(text).lines.join(' ')).not.toContain('CAUTION')
  })

  test('is reported if its key is unknown, if it shares its line, and if there are too many', () => {
    expect(resolve('{{caveat:no-such}}')).toMatchObject({ text: '', problems: ['There is no caveat “no-such”.'] })
    expect(resolve('{{caveat:no-such}}', { isDraft: true }).text).toContain('There is no caveat')
    expect(resolve('Mind {{caveat:ladders}} here').problems).toEqual(['A caveat needs a line without other text.'])
    expect(resolve('{{caveat:ladders}}\n'.repeat(1600)).text.length).toBeLessThan(resolve('{{caveat:ladders}}\n').text.length * 1510)
  })

  test('follows the conditions around it and is not replaced in code', () => {
    expect(resolve('{{if 1 > 2}}\n{{caveat:ladders}}\n{{else}}None.{{end}}').text).not.toContain('Foot')
    expect(resolve('```\n{{caveat:ladders}}\n```').text).toContain('{{caveat:ladders}}')
  })
})

test('an alert in a text of a user stays a quotation', () => {
  expect(parseMarkdown('> [!CAUTION]\n> Mind the gap', 'user')).toContain('<blockquote>')
  expect(parseMarkdown('> [!NOTE]\n> Mind the gap', 'site')).toContain('<blockquote>')
})

test('extractCaveats removes the lines and returns their keys once', () => {
  expect(extractCaveats('One.\n\n{{caveat:a}}\n\n{{caveat:b}}\n{{caveat:a}}\n\nTwo.')).toEqual({ text: 'One.\n\nTwo.', keys: ['a', 'b'] })
  expect(extractCaveats('No {{caveat:a}} here.')).toEqual({ text: 'No {{caveat:a}} here.', keys: [] })
})

test('splitAtLinks returns text and links in order', () => {
  expect(splitAtLinks('[a](https://a.org) and b')).toEqual([{ text: 'a', url: 'https://a.org' }, { text: ' and b' }])
})

test('the file has the caveats by key; unknown keys are left out', () => {
  expect(listCaveats(['r290-clearance', 'no-such']).map(({ key }) => key)).toEqual(['r290-clearance'])
  expect(readCaveatEntries().size).toBeGreaterThan(10)
  expect(findCaveat('no-such')).toBeUndefined()
})
