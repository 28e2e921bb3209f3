// CodeMirror commands of the formatting toolbar.
import { EditorSelection, type ChangeSpec, type EditorState, type StateCommand } from '@codemirror/state'

/** Toggles inline marks around the selection. @param sample inserted when nothing is selected */
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

/** Toggles a mark at the start of the selected lines. @param other marks that it replaces */
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
export const toggleBold = wrap('**', 'bold text')
export const toggleItalic = wrap('*', 'italic text')
export const toggleHeading = prefix('## ', ANY_MARK)
export const toggleQuote = prefix('> ', ANY_MARK)
export const toggleList = prefix('- ', ANY_MARK)

const PROMPT = 'https://'
/** Turns the selection into a link and selects its URL. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main
  const words = state.sliceDoc(from, to) || 'link text'
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

function selectedLines(state: EditorState) {
  const { from, to } = state.selection.main
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index))
}
