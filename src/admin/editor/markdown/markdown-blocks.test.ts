import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { insertFigure, insertFootnote } from './markdown-blocks.ts'

/** What a command makes of a text; `|` is the cursor, and `[…]` what is selected afterwards is given back beside it. */
function run(command: typeof insertFootnote, marked: string) {
  const at = marked.indexOf('|')
  let state = EditorState.create({ doc: marked.replace('|', ''), selection: { anchor: at } })
  command({ state, dispatch: (transaction) => (state = transaction.state) })
  const { from, to } = state.selection.main
  return [state.doc.toString(), state.sliceDoc(from, to)]
}
const NOTE = 'Where the figure is from.'

test('a footnote: the mark at the cursor, the note at the end and selected', () => {
  expect(run(insertFootnote, 'It loses 12%.| Always.\n')).toEqual([`It loses 12%.[^1] Always.\n\n[^1]: ${NOTE}\n`, NOTE])
})

test('the second note has its own number and follows the first', () => {
  expect(run(insertFootnote, 'One.[^1] Two.|\n\n[^1]: First.\n')).toEqual([`One.[^1] Two.[^2]\n\n[^1]: First.\n[^2]: ${NOTE}\n`, NOTE])
})

test('in an empty text, and behind the last word', () => {
  expect(run(insertFootnote, '|')).toEqual([`[^1]\n\n[^1]: ${NOTE}\n`, NOTE])
  expect(run(insertFootnote, 'Word.\n\n|')).toEqual([`Word.\n\n[^1]\n\n[^1]: ${NOTE}\n`, NOTE])
})

test('a pulled figure stands on lines of its own, its number selected', () => {
  expect(run(insertFigure, 'Before.|\nAfter.')).toEqual([
    'Before.\n\n> **330 kWh** is what the example saves in a year.\n\nAfter.',
    '330 kWh',
  ])
})
