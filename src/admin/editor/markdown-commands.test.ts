import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { figure, footnote } from './markdown-commands.ts'

/** What a command makes of a text; `|` is the cursor, and `[…]` what is selected afterwards is given back beside it. */
function run(command: typeof footnote, marked: string) {
  const at = marked.indexOf('|')
  let state = EditorState.create({ doc: marked.replace('|', ''), selection: { anchor: at } })
  command({ state, dispatch: (transaction) => (state = transaction.state) })
  const { from, to } = state.selection.main
  return [state.doc.toString(), state.sliceDoc(from, to)]
}
const NOTE = 'Where the figure is from.'

test('a footnote: the mark at the cursor, the note at the end and selected', () => {
  expect(run(footnote, 'It loses 12%.| Always.\n')).toEqual([`It loses 12%.[^1] Always.\n\n[^1]: ${NOTE}\n`, NOTE])
})

test('the second note has its own number and follows the first', () => {
  expect(run(footnote, 'One.[^1] Two.|\n\n[^1]: First.\n')).toEqual([`One.[^1] Two.[^2]\n\n[^1]: First.\n[^2]: ${NOTE}\n`, NOTE])
})

test('in an empty text, and behind the last word', () => {
  expect(run(footnote, '|')).toEqual([`[^1]\n\n[^1]: ${NOTE}\n`, NOTE])
  expect(run(footnote, 'Word.\n\n|')).toEqual([`Word.\n\n[^1]\n\n[^1]: ${NOTE}\n`, NOTE])
})

test('a pulled figure stands on lines of its own, its number selected', () => {
  expect(run(figure, 'Before.|\nAfter.')).toEqual(['Before.\n\n> **330 kWh** is what the example saves in a year.\n\nAfter.', '330 kWh'])
})
