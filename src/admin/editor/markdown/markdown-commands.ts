// This module adapts the edits of Markdown texts to CodeMirror commands.
import { EditorSelection, type StateCommand } from '@codemirror/state'
import * as edits from '#ui/forms/markdown-edits.ts'

/** Creates the command that applies an edit at the main selection. */
export const toCommand =
  (edit: edits.MarkdownEdit): StateCommand =>
  ({ state, dispatch }) => {
    const { from, to, insert, selection } = edit(state.doc.toString(), state.selection.main)
    dispatch(
      state.update({
        changes: { from, to, insert },
        selection: EditorSelection.range(selection.from, selection.to),
        userEvent: 'input',
        scrollIntoView: true,
      }),
    )
    return true
  }

export const toggleBold = toCommand(edits.toggleBold)
export const toggleItalic = toCommand(edits.toggleItalic)
export const toggleHeading = toCommand(edits.toggleHeading)
export const toggleQuote = toCommand(edits.toggleQuote)
export const toggleList = toCommand(edits.toggleList)
export const insertLink = toCommand(edits.insertLink)
