/** Where the keyboard goes on when the control that had it is taken away: the browser would send it back to the top of the page. */

const REACHABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/**
 * For the click of a link that the move takes away, or that begins a list anew at its top: the keyboard goes on where the content begins.
 * A click that opens another tab leaves it where it is.
 */
export function focusContent({ ctrlKey, metaKey, shiftKey }: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): void {
  if (!ctrlKey && !metaKey && !shiftKey) document.getElementById('main')?.focus({ preventScroll: true })
}

/** Every control, also one that is disabled while it works. */
const CONTROL = 'a[href], button, input, select, textarea, summary'

export const isFocusFree = (): boolean => !document.activeElement || document.activeElement === document.body

/**
 * Remembers what stands around a control. The answer, called once the control is gone, moves the focus to the same control of the next row
 * in a table, or of the row before; elsewhere to the control that followed it, or to what took its place; or else to the window or page
 * around it. It does nothing when something has the focus already.
 */
export function rememberFocusedControl(control: Element): () => void {
  const frame = control.closest<HTMLElement>('[tabindex="-1"]')
  const around: Element[] = []
  for (let one = control.parentElement; one && one !== frame; one = one.parentElement) around.push(one)
  // A control that is disabled just now is not among them itself.
  const after = [...(frame?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])].filter(
    (one) => control.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  const twins = twinsOf(control)
  // Radix moves the focus to a dialog as soon as the control that had it is removed.
  const isFree = () => isFocusFree() || (document.activeElement === frame && frame?.matches('[role=dialog], [role=alertdialog]') === true)
  return () => {
    if (!frame?.isConnected || !isFree()) return
    for (const twin of twins.filter(({ isConnected }) => isConnected)) {
      twin.focus()
      if (!isFree()) return
    }
    for (const box of around.filter(({ isConnected }) => isConnected)) {
      const next = after.find((one) => one.matches(REACHABLE) && box.contains(one)) ?? box.querySelector<HTMLElement>(REACHABLE)
      next?.focus({ preventScroll: true })
      if (!isFree()) return
    }
    frame.focus({ preventScroll: true })
  }
}

/** The same control in the rows after this one, then in the rows before, the nearest first: whoever goes down a list goes on with it. */
function twinsOf(control: Element): HTMLElement[] {
  const row = control.closest('tr')
  const rows = [...(row?.parentElement?.children ?? [])]
  const at = row ? [...row.querySelectorAll(CONTROL)].indexOf(control) : -1
  if (!row || at < 0) return []
  const here = rows.indexOf(row)
  return [...rows.slice(here + 1), ...rows.slice(0, here).toReversed()]
    .flatMap((one) => one.querySelectorAll<HTMLElement>(CONTROL)[at] ?? [])
    .filter((twin) => twin.tagName === control.tagName && twin.className === control.className && !twin.matches(':disabled'))
}
