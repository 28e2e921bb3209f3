import { useLayoutEffect, useRef, type FocusEvent } from 'react'

/**
 * A control that is disabled while it works loses the focus: the browser gives it to nobody. This gives it back when the work is done,
 * unless the reader has gone elsewhere meanwhile; to the field before it, should there be nothing more to do for the control.
 * Put the answer on the control as its `onFocus`.
 */
export function useKeptFocus<T extends HTMLButtonElement | HTMLSelectElement>(busy: boolean, onFocus?: (event: FocusEvent<T>) => void) {
  const control = useRef<T>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (busy) {
      hadFocus.current = control.current !== null && document.activeElement === control.current
      return
    }
    const isFree = !document.activeElement || document.activeElement === document.body
    if (hadFocus.current && isFree && control.current) focusOn(control.current)
    hadFocus.current = false
  }, [busy])
  return (event: FocusEvent<T>) => {
    control.current = event.currentTarget
    onFocus?.(event)
  }
}

function focusOn(control: HTMLButtonElement | HTMLSelectElement): void {
  const fields = [...(control.form?.elements ?? [])].filter((field) => field instanceof HTMLElement)
  const before = fields.slice(0, fields.indexOf(control)).toReversed()
  for (const one of [control, ...before]) {
    one.focus({ preventScroll: true })
    if (document.activeElement === one) return
  }
}
