// This module defines the CodeMirror commands that insert Markdown blocks.
import { EditorSelection, type StateCommand } from '@codemirror/state'

const TABLE_TEMPLATE = '| Item | Amount |\n| --- | ---: |\n| First | 1 |\n| Second | 2 |'
export const insertTable: StateCommand = (target) => insertBlock(target, TABLE_TEMPLATE, 2, 4)

const HIGHLIGHTED_NUMBER_TEMPLATE = '> **330 kWh** is what the example saves in a year.'
/** Inserts a highlighted number: a quote that starts with a bold number. */
export const insertFigure: StateCommand = (target) => insertBlock(target, HIGHLIGHTED_NUMBER_TEMPLATE, 4, 7)

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
export const insertPicture = (url: string, alt: string): StateCommand => {
  const escapedAlt = alt.replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&')
  const encodedUrl = url.replace(/[()\s<>]/g, encodeURIComponent)
  return (target) => insertBlock(target, `![${escapedAlt}](${encodedUrl})`)
}

/**
 * Inserts a block after the cursor's line, or in that line if it is blank, with empty lines around it.
 * @param selectStart offset of the selection within the block; without it, the cursor moves behind the block
 */
function insertBlock({ state, dispatch }: Parameters<StateCommand>[0], block: string, selectStart?: number, selectLength = 0): boolean {
  const line = state.doc.lineAt(state.selection.main.to)
  const isBlank = line.text.trim() === ''
  const lineAbove = isBlank ? (line.number > 1 ? state.doc.line(line.number - 1).text.trim() : '') : line.text
  const insertStart = isBlank ? line.from : line.to
  const leadingBreaks = isBlank ? (lineAbove ? '\n' : '') : '\n\n'
  const lineBelow = line.number < state.doc.lines ? state.doc.line(line.number + 1).text.trim() : undefined
  const trailingBreaks = lineBelow === undefined ? '\n' : lineBelow ? '\n' : ''
  const blockStart = insertStart + leadingBreaks.length
  dispatch(
    state.update({
      changes: { from: insertStart, to: line.to, insert: leadingBreaks + block + trailingBreaks },
      selection:
        selectStart === undefined
          ? EditorSelection.cursor(blockStart + block.length + trailingBreaks.length)
          : EditorSelection.range(blockStart + selectStart, blockStart + selectStart + selectLength),
      userEvent: 'input',
      scrollIntoView: true,
    }),
  )
  return true
}
