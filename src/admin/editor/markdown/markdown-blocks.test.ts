import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { insertFigure, insertFootnote } from './markdown-blocks.ts'

/** Runs a command with the cursor at `|`. @returns the text afterwards and the selected part of it */
function runAtCursor(command: typeof insertFootnote, input: string) {
  const cursor = input.indexOf('|')
  let state = EditorState.create({ doc: input.replace('|', ''), selection: { anchor: cursor } })
  command({ state, dispatch: (transaction) => (state = transaction.state) })
  const { from, to } = state.selection.main
  return [state.doc.toString(), state.sliceDoc(from, to)]
}
const NOTE = 'Source of this number.'

test('insertFootnote adds the mark at the cursor and the note at the end, and selects the note', () => {
  expect(runAtCursor(insertFootnote, 'It loses 12%.| Always.\n')).toEqual([`It loses 12%.[^1] Always.\n\n[^1]: ${NOTE}\n`, NOTE])
})

test('insertFootnote numbers a second note and adds it below the first', () => {
  expect(runAtCursor(insertFootnote, 'One.[^1] Two.|\n\n[^1]: First.\n')).toEqual([
    `One.[^1] Two.[^2]\n\n[^1]: First.\n[^2]: ${NOTE}\n`,
    NOTE,
  ])
})

test('insertFootnote adds mark and note in an empty text and after the last word', () => {
  expect(runAtCursor(insertFootnote, '|')).toEqual([`[^1]\n\n[^1]: ${NOTE}\n`, NOTE])
  expect(runAtCursor(insertFootnote, 'Word.\n\n|')).toEqual([`Word.\n\n[^1]\n\n[^1]: ${NOTE}\n`, NOTE])
})

test('insertFigure adds a block on its own line and selects the number', () => {
  expect(runAtCursor(insertFigure, 'Before.|\nAfter.')).toEqual([
    'Before.\n\n> **330 kWh** is what the example saves in a year.\n\nAfter.',
    '330 kWh',
  ])
})
