import { useLayoutEffect, useRef, type FocusEvent, type SyntheticEvent } from 'react'
import { isNothingFocused, rememberFocusedControl } from './remember-focused-control.ts'

/**
 * Restores the focus that is lost when a control is disabled while `busy` or removed by its own action. The focus returns to the control
 * or moves to a nearby one, unless the user has moved it meanwhile.
 * @returns event handlers to spread on the control; they call `onFocus` and `onBlur`
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
    // Browsers blur a disabled element only at the next rendering; until then it is still the active element.
    const isActive = document.activeElement === control.current
    if (hadFocus.current && control.current && (isNothingFocused() || isActive)) focusControlOrPreceding(control.current)
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
  const trackFocusedControl = (event: SyntheticEvent<T>) => {
    control.current = event.currentTarget
    isFocused.current = document.activeElement === event.currentTarget
  }
  return {
    onFocus: (event: FocusEvent<T>) => {
      trackFocusedControl(event)
      onFocus?.(event)
    },
    // React calls this only when the user moves the focus, not when disabling the control causes the blur.
    onBlur: (event: FocusEvent<T>) => {
      isFocused.current = false
      onBlur?.(event)
    },
    // The control may have been focused before hydration.
    onClickCapture: trackFocusedControl,
  }
}

/** Focuses the control, or if that fails, the nearest enabled field before it in the form. */
function focusControlOrPreceding(control: HTMLButtonElement | HTMLSelectElement | HTMLInputElement): void {
  const fields = [...(control.form?.elements ?? [])].filter((field) => field instanceof HTMLElement)
  const precedingFields = fields.slice(0, fields.indexOf(control)).toReversed()
  for (const candidate of [control, ...precedingFields]) {
    if (candidate.matches(':disabled')) continue
    candidate.focus({ preventScroll: true })
    if (document.activeElement === candidate) return
  }
}
