import { useLayoutEffect, useRef, type FocusEvent, type SyntheticEvent } from 'react'
import { isNothingFocused, rememberFocusedControl } from './remember-focused-control.ts'

/**
 * Restores the focus of a control that is disabled while busy or removed by its own action: to the control, or to a nearby one, unless
 * the user has moved the focus meanwhile.
 * @returns props to spread on the control
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
    // Browsers blur a disabled element only at the next rendering: until then it is still the active element.
    const isActive = document.activeElement === control.current
    if (hadFocus.current && control.current && (isNothingFocused() || isActive)) focusOn(control.current)
    hadFocus.current = false
  }, [busy])
  useLayoutEffect(
    () => () => {
      const removed = control.current
      // Deferred, so that code with a better target can move the focus first.
      if (removed && (hadFocus.current || document.activeElement === removed)) setTimeout(rememberFocusedControl(removed))
    },
    [],
  )
  const recordFocus = (event: SyntheticEvent<T>) => {
    control.current = event.currentTarget
    isFocused.current = document.activeElement === event.currentTarget
  }
  return {
    onFocus: (event: FocusEvent<T>) => {
      recordFocus(event)
      onFocus?.(event)
    },
    // Called only when the user moves the focus: for a blur caused by disabling the control React dispatches no event.
    onBlur: (event: FocusEvent<T>) => {
      isFocused.current = false
      onBlur?.(event)
    },
    // The control may have been focused before hydration.
    onClickCapture: recordFocus,
  }
}

/** Focuses the control, or the nearest enabled field before it. */
function focusOn(control: HTMLButtonElement | HTMLSelectElement | HTMLInputElement): void {
  const fields = [...(control.form?.elements ?? [])].filter((field) => field instanceof HTMLElement)
  const before = fields.slice(0, fields.indexOf(control)).toReversed()
  for (const one of [control, ...before]) {
    if (one.matches(':disabled')) continue
    one.focus({ preventScroll: true })
    if (document.activeElement === one) return
  }
}
