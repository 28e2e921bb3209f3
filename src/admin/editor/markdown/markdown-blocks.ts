// The blocks that the Markdown editor puts into a text. Each is a CodeMirror command.
import { EditorSelection, type StateCommand } from '@codemirror/state'

const TABLE = '| What | How much |\n| --- | ---: |\n| First | 1 |\n| Second | 2 |'
export const insertTable: StateCommand = (target) => insertBlock(target, TABLE, 2, 4)

const FIGURE = '> **330 kWh** is what the example saves in a year.'
/** A number that stands large beside its words. */
export const insertFigure: StateCommand = (target) => insertBlock(target, FIGURE, 4, 7)

const NOTE = 'Where the figure is from.'
/** A mark at the cursor and its note at the end of the text, which is then selected. */
export const insertFootnote: StateCommand = ({ state, dispatch }) => {
  const text = state.doc.toString()
  const used = [...text.matchAll(/\[\^(\d+)\]/g)].map((found) => Number(found[1]))
  const mark = `[^${Math.max(0, ...used) + 1}]`
  const at = state.selection.main.to
  const body = text.trimEnd()
  const end = Math.max(at, body.length)
  // Notes follow each other; the first keeps its distance from the text.
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

/** The Markdown of a picture, on lines of its own. */
export const insertPicture = (url: string, alt: string): StateCommand => {
  const safe = alt.replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&')
  const encodedUrl = url.replace(/[()\s<>]/g, encodeURIComponent)
  return (target) => insertBlock(target, `![${safe}](${encodedUrl})`)
}

/** Puts a block after the line of the cursor, with an empty line before and behind; selects a part of it if asked. */
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
