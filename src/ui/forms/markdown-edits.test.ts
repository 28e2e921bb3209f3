import { expect, test } from 'vitest'
import * as edits from './markdown-edits.ts'

/** Applies an edit. `[` and `]` mark the selection in the text and in the result. */
function apply(edit: edits.MarkdownEdit, marked: string): string {
  const from = marked.indexOf('[')
  const to = marked.indexOf(']') - 1
  const text = marked.replace('[', '').replace(']', '')
  const { from: start, to: end, insert, selection } = edit(text, { from, to })
  const result = text.slice(0, start) + insert + text.slice(end)
  return `${result.slice(0, selection.from)}[${result.slice(selection.from, selection.to)}]${result.slice(selection.to)}`
}

test.each([
  [edits.toggleBold, 'a [word] b', 'a **[word]** b'],
  [edits.toggleBold, 'a **[word]** b', 'a [word] b'],
  [edits.toggleBold, '[]', '**[bold text]**'],
  [edits.toggleItalic, 'a **[word]** b', 'a ***[word]*** b'],
  [edits.toggleItalic, 'a ***[word]*** b', 'a **[word]** b'],
  [edits.toggleBold, 'a *[word]* b', 'a ***[word]*** b'],
])('a mark is toggled around the selection, and other marks stay: case %#', (edit, before, after) => {
  expect(apply(edit, before)).toBe(after)
})

test.each([
  [edits.toggleList, 'one\n[two\nthree]\nfour', 'one\n- [two\n- three]\nfour'],
  [edits.toggleList, '- [two\n- three]', '[two\nthree]'],
  [edits.toggleQuote, '## Ti[]tle', '> Ti[]tle'],
  [edits.toggleList, '[]', '- []'],
])('a mark of lines is toggled, and replaces other marks: case %#', (edit, before, after) => {
  expect(apply(edit, before)).toBe(after)
})

test('the address of a link is selected', () => {
  const { insert, selection } = edits.insertLink('a word', { from: 2, to: 6 })
  expect(insert).toBe('[word](https://)')
  expect(selection).toEqual({ from: 9, to: 17 })
})

test.each([
  ['Before.|After.', 'Before.After.\n\n![A (b)](/uploads/a.webp)\n'],
  ['Before.|\nAfter.', 'Before.\n\n![A (b)](/uploads/a.webp)\n\nAfter.'],
  ['Before.\n|\nAfter.', 'Before.\n\n![A (b)](/uploads/a.webp)\n\nAfter.'],
  ['|', '![A (b)](/uploads/a.webp)\n'],
])('a picture is inserted as a block: case %#', (marked, expected) => {
  const cursor = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { from, to, insert, selection } = edits.createPictureEdit('/uploads/a.webp', 'A (b)')(text, { from: cursor, to: cursor })
  expect(text.slice(0, from) + insert + text.slice(to)).toBe(expected)
  expect(selection.from).toBe(from + insert.length)
})
