/** Restores the keyboard focus when the focused control is removed: the browser would move it to the top of the page. */

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/**
 * Moves the focus to the start of the content. For the click of a link that the navigation removes, or that shows another page of a list.
 * A click that opens a new tab leaves the focus.
 */
export function focusContent({ ctrlKey, metaKey, shiftKey }: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): void {
  if (!ctrlKey && !metaKey && !shiftKey) document.getElementById('main')?.focus({ preventScroll: true })
}

/** All controls, including ones that are disabled while busy. */
const CONTROL = 'a[href], button, input, select, textarea, summary'

export const isNothingFocused = (): boolean => !document.activeElement || document.activeElement === document.body

/**
 * Remembers the surroundings of a control.
 * @returns a function to call once the control is removed. It moves the focus to the same control of the next or previous table row, or
 *   else to the next control or the one in its place, or else to the dialog or page around it. It does nothing when another element has
 *   the focus.
 */
export function rememberFocusedControl(control: Element): () => void {
  const frame = control.closest<HTMLElement>('[tabindex="-1"]')
  const ancestors: Element[] = []
  for (let one = control.parentElement; one && one !== frame; one = one.parentElement) ancestors.push(one)
  // A disabled control is not in this list itself.
  const after = [...(frame?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(
    (one) => control.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  const counterparts = listCounterparts(control)
  // Radix moves the focus to the dialog as soon as its focused control is removed.
  const isFree = () =>
    isNothingFocused() || (document.activeElement === frame && frame?.matches('[role=dialog], [role=alertdialog]') === true)
  return () => {
    if (!frame?.isConnected || !isFree()) return
    for (const counterpart of counterparts.filter(({ isConnected }) => isConnected)) {
      counterpart.focus()
      if (!isFree()) return
    }
    for (const box of ancestors.filter(({ isConnected }) => isConnected)) {
      const next = after.find((one) => one.matches(FOCUSABLE) && box.contains(one)) ?? box.querySelector<HTMLElement>(FOCUSABLE)
      next?.focus({ preventScroll: true })
      if (!isFree()) return
    }
    frame.focus({ preventScroll: true })
  }
}

/** Lists the same control of the following rows, then of the preceding ones, nearest first. */
function listCounterparts(control: Element): HTMLElement[] {
  const row = control.closest('tr')
  const rows = [...(row?.parentElement?.children ?? [])]
  const index = row ? [...row.querySelectorAll(CONTROL)].indexOf(control) : -1
  if (!row || index < 0) return []
  const rowIndex = rows.indexOf(row)
  return [...rows.slice(rowIndex + 1), ...rows.slice(0, rowIndex).toReversed()]
    .flatMap((one) => one.querySelectorAll<HTMLElement>(CONTROL)[index] ?? [])
    .filter(
      (counterpart) =>
        counterpart.tagName === control.tagName && counterpart.className === control.className && !counterpart.matches(':disabled'),
    )
}
