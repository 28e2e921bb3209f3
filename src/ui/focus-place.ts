/** Where the keyboard goes on when the control that had it is taken away: the browser would send it back to the top of the page. */

const REACHABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/**
 * For the click of a link that the move takes away, or that begins a list anew at its top: the keyboard goes on where the content begins.
 * A click that opens another tab leaves it where it is.
 */
export function toContent({ ctrlKey, metaKey, shiftKey }: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): void {
  if (!ctrlKey && !metaKey && !shiftKey) document.getElementById('main')?.focus({ preventScroll: true })
}

export const isFocusFree = (): boolean => !document.activeElement || document.activeElement === document.body

/**
 * Remembers what stands around a control. The answer, called once the control is gone, moves the focus to the control that followed it, or
 * to what took its place, or else to the window or page around it. It does nothing when something has the focus already.
 */
export function rememberPlace(control: Element): () => void {
  const frame = control.closest<HTMLElement>('[tabindex="-1"]')
  const around: Element[] = []
  for (let one = control.parentElement; one && one !== frame; one = one.parentElement) around.push(one)
  const all = [...(frame?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])]
  const after = all.slice(all.indexOf(control as HTMLElement) + 1)
  return () => {
    if (!frame?.isConnected || !isFocusFree()) return
    for (const box of around.filter(({ isConnected }) => isConnected)) {
      const next = after.find((one) => one.matches(REACHABLE) && box.contains(one)) ?? box.querySelector<HTMLElement>(REACHABLE)
      next?.focus({ preventScroll: true })
      if (!isFocusFree()) return
    }
    frame.focus({ preventScroll: true })
  }
}
