/** Restores the keyboard focus when the focused control is removed, because the browser would move it to the top of the page. */

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/**
 * Moves the focus to the element `main`. Call it on the click of a link that the navigation removes, or that shows another page of a list.
 * With Ctrl, Meta or Shift, a click opens a new tab or window, so the focus does not move.
 */
export function focusContent({ ctrlKey, metaKey, shiftKey }: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): void {
  if (!ctrlKey && !metaKey && !shiftKey) document.getElementById('main')?.focus({ preventScroll: true })
}

/** Selector of all controls, including those that are disabled while busy. */
const CONTROL = 'a[href], button, input, select, textarea, summary'

/** Whether no element has the keyboard focus. */
export const isNothingFocused = (): boolean => !document.activeElement || document.activeElement === document.body

/**
 * Remembers a control's neighbours, which cannot be found once it is removed.
 * @returns a function to call once the control is removed. It moves the focus to the same control of the next or previous table row; if
 *   there is none, to the next or first control in the nearest ancestor; otherwise to the dialog or page around it. It does nothing if
 *   another element has the focus.
 */
export function rememberFocusedControl(control: Element): () => void {
  const container = control.closest<HTMLElement>('[tabindex="-1"]')
  const ancestors: Element[] = []
  for (let ancestor = control.parentElement; ancestor && ancestor !== container; ancestor = ancestor.parentElement) ancestors.push(ancestor)
  // Position, not index, decides: the control itself is not in this list while it is disabled.
  const followingControls = [...(container?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(
    (candidate) => control.compareDocumentPosition(candidate) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  const counterparts = listCounterparts(control)
  // Radix moves the focus to the dialog as soon as its focused control is removed.
  const canMoveFocus = () =>
    isNothingFocused() || (document.activeElement === container && container?.matches('[role=dialog], [role=alertdialog]') === true)
  return () => {
    if (!container?.isConnected || !canMoveFocus()) return
    for (const counterpart of counterparts.filter(({ isConnected }) => isConnected)) {
      counterpart.focus()
      if (!canMoveFocus()) return
    }
    for (const ancestor of ancestors.filter(({ isConnected }) => isConnected)) {
      const next =
        followingControls.find((candidate) => candidate.matches(FOCUSABLE) && ancestor.contains(candidate)) ??
        ancestor.querySelector<HTMLElement>(FOCUSABLE)
      next?.focus({ preventScroll: true })
      if (!canMoveFocus()) return
    }
    container.focus({ preventScroll: true })
  }
}

/** Lists the control at the same position of the following table rows, then of the preceding ones, nearest first. */
function listCounterparts(control: Element): HTMLElement[] {
  const row = control.closest('tr')
  const rows = [...(row?.parentElement?.children ?? [])]
  const index = row ? [...row.querySelectorAll(CONTROL)].indexOf(control) : -1
  if (!row || index < 0) return []
  const rowIndex = rows.indexOf(row)
  return [...rows.slice(rowIndex + 1), ...rows.slice(0, rowIndex).toReversed()]
    .flatMap((otherRow) => otherRow.querySelectorAll<HTMLElement>(CONTROL)[index] ?? [])
    .filter(
      (counterpart) =>
        counterpart.tagName === control.tagName && counterpart.className === control.className && !counterpart.matches(':disabled'),
    )
}
