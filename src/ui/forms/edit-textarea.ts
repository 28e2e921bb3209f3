import type { TextEdit } from './markdown-edits.ts'

/**
 * Applies an edit to a textarea and focuses it. The edit is an input of the user for the browser: it can be undone, and it fires an `input`
 * event.
 */
export function editTextarea(textarea: HTMLTextAreaElement, { from, to, insert, selection }: TextEdit): void {
  textarea.focus()
  textarea.setSelectionRange(from, to)
  // `execCommand` is deprecated, but no other API preserves the undo stack. https://developer.mozilla.org/docs/Web/API/Document/execCommand
  const isDone = insert === '' ? from === to || document.execCommand('delete') : document.execCommand('insertText', false, insert)
  if (!isDone) {
    textarea.setRangeText(insert, from, to, 'end')
    textarea.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  }
  textarea.setSelectionRange(selection.from, selection.to)
}
