// What the buttons of the Markdown editor do to the text. Each is a CodeMirror command.
import { EditorSelection, type ChangeSpec, type EditorState, type StateCommand } from '@codemirror/state'

/** Puts marks around the selected words, or takes them away again. */
const wrap =
  (mark: string, sample: string): StateCommand =>
  ({ state, dispatch }) => {
    const change = state.changeByRange((range) => {
      const { from, to } = range
      const before = state.sliceDoc(from - mark.length, from)
      const after = state.sliceDoc(to, to + mark.length)
      if (before === mark && after === mark)
        return {
          changes: [
            { from: from - mark.length, to: from },
            { from: to, to: to + mark.length },
          ],
          range: EditorSelection.range(from - mark.length, to - mark.length),
        }
      const words = state.sliceDoc(from, to) || sample
      return {
        changes: { from, to, insert: mark + words + mark },
        range: EditorSelection.range(from + mark.length, from + mark.length + words.length),
      }
    })
    dispatch(state.update(change, { userEvent: 'input', scrollIntoView: true }))
    return true
  }

/** Begins every selected line with a mark; when all have it, takes it away. `other` is what it replaces. */
const prefix =
  (mark: string, other: RegExp): StateCommand =>
  ({ state, dispatch }) => {
    const lines = selectedLines(state)
    const isOn = lines.every(({ text }) => text.startsWith(mark))
    const changes: ChangeSpec[] = lines.map(({ from, text }) => {
      const old = isOn ? mark : (other.exec(text)?.[0] ?? '')
      return { from, to: from + old.length, insert: isOn ? '' : mark }
    })
    dispatch(state.update({ changes, userEvent: 'input', scrollIntoView: true }))
    return true
  }

const ANY_MARK = /^(#{1,6} |> |[-*] |\d+\. )/
export const bold = wrap('**', 'bold words')
export const italic = wrap('*', 'stressed words')
export const heading = prefix('## ', ANY_MARK)
export const quote = prefix('> ', ANY_MARK)
export const list = prefix('- ', ANY_MARK)

const PROMPT = 'https://'
/** Makes a link of the selected words and selects the address to type. */
export const link: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main
  const words = state.sliceDoc(from, to) || 'words of the link'
  const at = from + words.length + 3
  dispatch(
    state.update({
      changes: { from, to, insert: `[${words}](${PROMPT})` },
      selection: EditorSelection.range(at, at + PROMPT.length),
      userEvent: 'input',
      scrollIntoView: true,
    }),
  )
  return true
}

const TABLE = '| What | How much |\n| --- | ---: |\n| First | 1 |\n| Second | 2 |'
export const table: StateCommand = (target) => insertBlock(target, TABLE, 2, 4)

const FIGURE = '> **330 kWh** is what the example saves in a year.'
/** A number that stands large beside its words. */
export const figure: StateCommand = (target) => insertBlock(target, FIGURE, 4, 7)

const NOTE = 'Where the figure is from.'
/** A mark at the cursor and its note at the end of the text, which is then selected. */
export const footnote: StateCommand = ({ state, dispatch }) => {
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
export const picture = (url: string, alt: string): StateCommand => {
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

function selectedLines(state: EditorState) {
  const { from, to } = state.selection.main
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index))
}
