// This module defines the CodeMirror commands that insert Markdown blocks.
import { EditorSelection, type StateCommand } from '@codemirror/state'
import { createBlockEdit, createPictureEdit } from '#ui/forms/markdown-edits.ts'
import { toCommand } from './markdown-commands.ts'

const TABLE_TEMPLATE = '| Item | Amount |\n| --- | ---: |\n| First | 1 |\n| Second | 2 |'
export const insertTable = toCommand(createBlockEdit(TABLE_TEMPLATE, { from: 2, to: 6 }))

const HIGHLIGHTED_NUMBER_TEMPLATE = '> **330 kWh** is what the example saves in a year.'
/** Inserts a highlighted number: a quote that starts with a bold number. */
export const insertFigure = toCommand(createBlockEdit(HIGHLIGHTED_NUMBER_TEMPLATE, { from: 4, to: 11 }))

const NOTE_TEMPLATE = 'Source of this number.'
/** Inserts a footnote mark at the cursor and a placeholder note at the end of the text, and selects the placeholder. */
export const insertFootnote: StateCommand = ({ state, dispatch }) => {
  const text = state.doc.toString()
  const usedNumbers = [...text.matchAll(/\[\^(\d+)\]/g)].map((match) => Number(match[1]))
  const mark = `[^${Math.max(0, ...usedNumbers) + 1}]`
  const cursor = state.selection.main.to
  const trimmedText = text.trimEnd()
  const noteStart = Math.max(cursor, trimmedText.length)
  // An empty line separates the first note from the text; further notes follow without one.
  const separator = noteStart > trimmedText.length || !/(^|\n)\[\^[\w-]+\]:[^\n]*$/.test(trimmedText) ? '\n\n' : '\n'
  const selectionStart = noteStart + mark.length + separator.length + mark.length + 2
  dispatch(
    state.update({
      changes: [
        { from: cursor, insert: mark },
        { from: noteStart, to: state.doc.length, insert: `${separator}${mark}: ${NOTE_TEMPLATE}\n` },
      ],
      selection: EditorSelection.range(selectionStart, selectionStart + NOTE_TEMPLATE.length),
      userEvent: 'input',
      scrollIntoView: true,
    }),
  )
  return true
}

/** Creates the command that inserts a picture as a block. */
export const insertPicture = (url: string, alt: string): StateCommand => toCommand(createPictureEdit(url, alt))
