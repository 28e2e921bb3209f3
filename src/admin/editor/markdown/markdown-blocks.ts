// CodeMirror commands that insert Markdown blocks.
import { EditorSelection, type StateCommand } from '@codemirror/state'

const TABLE = '| Item | Amount |\n| --- | ---: |\n| First | 1 |\n| Second | 2 |'
export const insertTable: StateCommand = (target) => insertBlock(target, TABLE, 2, 4)

const FIGURE = '> **330 kWh** is what the example saves in a year.'
/** Inserts a highlighted number: a quote that starts with a bold number. */
export const insertFigure: StateCommand = (target) => insertBlock(target, FIGURE, 4, 7)

const NOTE = 'Source of this number.'
/** Inserts a footnote mark at the cursor and its note at the end of the text, and selects the note. */
export const insertFootnote: StateCommand = ({ state, dispatch }) => {
  const text = state.doc.toString()
  const usedNumbers = [...text.matchAll(/\[\^(\d+)\]/g)].map((found) => Number(found[1]))
  const mark = `[^${Math.max(0, ...usedNumbers) + 1}]`
  const at = state.selection.main.to
  const body = text.trimEnd()
  const end = Math.max(at, body.length)
  // Consecutive notes are not separated; the first is preceded by an empty line.
  const gap = end > body.length || !/(^|\n)\[\^[\w-]+\]:[^\n]*$/.test(body) ? '\n\n' : '\n'
  const from = end + mark.length + gap.length + mark.length + 2
  dispatch(
    state.update({
      changes: [
        { from: at, insert: mark },
        { from: end, to: state.doc.length, insert: `${gap}${mark}: ${NOTE}\n` },
      ],
      selection: EditorSelection.range(from, from + NOTE.length),
      userEvent: 'input',
      scrollIntoView: true,
    }),
  )
  return true
}

/** Inserts a picture on its own line. */
export const insertPicture = (url: string, alt: string): StateCommand => {
  const escapedAlt = alt.replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&')
  const encodedUrl = url.replace(/[()\s<>]/g, encodeURIComponent)
  return (target) => insertBlock(target, `![${escapedAlt}](${encodedUrl})`)
}

/** Inserts a block after the cursor's line, with empty lines around it. @param select start of the selection within the block */
function insertBlock({ state, dispatch }: Parameters<StateCommand>[0], block: string, select?: number, length = 0): boolean {
  const line = state.doc.lineAt(state.selection.main.to)
  const isBlank = line.text.trim() === ''
  const above = isBlank ? (line.number > 1 ? state.doc.line(line.number - 1).text.trim() : '') : line.text
  const from = isBlank ? line.from : line.to
  const before = isBlank ? (above ? '\n' : '') : '\n\n'
  const next = line.number < state.doc.lines ? state.doc.line(line.number + 1).text.trim() : undefined
  const after = next === undefined ? '\n' : next ? '\n' : ''
  const start = from + before.length
  dispatch(
    state.update({
      changes: { from, to: line.to, insert: before + block + after },
      selection:
        select === undefined
          ? EditorSelection.cursor(start + block.length + after.length)
          : EditorSelection.range(start + select, start + select + length),
      userEvent: 'input',
      scrollIntoView: true,
    }),
  )
  return true
}
