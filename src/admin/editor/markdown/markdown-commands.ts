// This module defines the CodeMirror commands for inline marks, line marks and links.
import { EditorSelection, type ChangeSpec, type EditorState, type StateCommand } from '@codemirror/state'

/** Creates the command that toggles an inline mark around the selection. @param placeholder text inserted if nothing is selected */
const createWrapCommand =
  (mark: string, placeholder: string): StateCommand =>
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
      const text = state.sliceDoc(from, to) || placeholder
      return {
        changes: { from, to, insert: mark + text + mark },
        range: EditorSelection.range(from + mark.length, from + mark.length + text.length),
      }
    })
    dispatch(state.update(change, { userEvent: 'input', scrollIntoView: true }))
    return true
  }

/** Creates the command that toggles a mark at the start of the selected lines. @param replacedMarks marks that it replaces */
const createPrefixCommand =
  (mark: string, replacedMarks: RegExp): StateCommand =>
  ({ state, dispatch }) => {
    const lines = getSelectedLines(state)
    const isRemoving = lines.every(({ text }) => text.startsWith(mark))
    const changes: ChangeSpec[] = lines.map(({ from, text }) => {
      const oldMark = isRemoving ? mark : (replacedMarks.exec(text)?.[0] ?? '')
      return { from, to: from + oldMark.length, insert: isRemoving ? '' : mark }
    })
    dispatch(state.update({ changes, userEvent: 'input', scrollIntoView: true }))
    return true
  }

const ANY_MARK = /^(#{1,6} |> |[-*] |\d+\. )/
export const toggleBold = createWrapCommand('**', 'bold text')
export const toggleItalic = createWrapCommand('*', 'italic text')
export const toggleHeading = createPrefixCommand('## ', ANY_MARK)
export const toggleQuote = createPrefixCommand('> ', ANY_MARK)
export const toggleList = createPrefixCommand('- ', ANY_MARK)

const URL_PLACEHOLDER = 'https://'
/** Turns the selection into a link and selects the placeholder for its URL. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main
  const linkText = state.sliceDoc(from, to) || 'link text'
  const urlStart = from + linkText.length + 3
  dispatch(
    state.update({
      changes: { from, to, insert: `[${linkText}](${URL_PLACEHOLDER})` },
      selection: EditorSelection.range(urlStart, urlStart + URL_PLACEHOLDER.length),
      userEvent: 'input',
      scrollIntoView: true,
    }),
  )
  return true
}

function getSelectedLines(state: EditorState) {
  const { from, to } = state.selection.main
  const [firstLine, lastLine] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  return Array.from({ length: lastLine - firstLine + 1 }, (_, index) => state.doc.line(firstLine + index))
}
