import { useLayoutEffect, useRef, type FocusEvent, type SyntheticEvent } from 'react'
import { isFocusFree, rememberFocusedControl } from './remember-focused-control.ts'

/**
 * A control that is disabled while it works, or that its own work takes away, loses the focus: the browser gives it to nobody. This gives
 * it back when the work is done, or to what stands nearby, unless the reader has gone elsewhere meanwhile.
 * Spread the answer on the control.
 */
export function useFocusPreservation<T extends HTMLButtonElement | HTMLSelectElement | HTMLInputElement>(
  busy: boolean,
  onFocus?: (event: FocusEvent<T>) => void,
  onBlur?: (event: FocusEvent<T>) => void,
) {
  const control = useRef<T>(null)
  const isFocused = useRef(false)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (busy) {
      hadFocus.current = isFocused.current
      isFocused.current = false
      return
    }
    // A browser takes the focus from what is disabled only when it next draws: until then it is still there, and yet lost.
    const isThere = document.activeElement === control.current
    if (hadFocus.current && control.current && (isFocusFree() || isThere)) focusOn(control.current)
    hadFocus.current = false
  }, [busy])
  useLayoutEffect(
    () => () => {
      const leaving = control.current
      // Whoever has a better place in mind comes first.
      if (leaving && (hadFocus.current || document.activeElement === leaving)) setTimeout(rememberFocusedControl(leaving))
    },
    [],
  )
  const note = (event: SyntheticEvent<T>) => {
    control.current = event.currentTarget
    isFocused.current = document.activeElement === event.currentTarget
  }
  return {
    onFocus: (event: FocusEvent<T>) => {
      note(event)
      onFocus?.(event)
    },
    // Chromium takes the focus away the moment the control is disabled, and React tells nobody of that: only the reader's own leaving is heard.
    onBlur: (event: FocusEvent<T>) => {
      isFocused.current = false
      onBlur?.(event)
    },
    // The focus may have come before the page was hydrated.
    onClickCapture: note,
  }
}

/** The control, or the field before it, should there be nothing more to do for the control. */
function focusOn(control: HTMLButtonElement | HTMLSelectElement | HTMLInputElement): void {
  const fields = [...(control.form?.elements ?? [])].filter((field) => field instanceof HTMLElement)
  const before = fields.slice(0, fields.indexOf(control)).toReversed()
  for (const one of [control, ...before]) {
    if (one.matches(':disabled')) continue
    one.focus({ preventScroll: true })
    if (document.activeElement === one) return
  }
}
