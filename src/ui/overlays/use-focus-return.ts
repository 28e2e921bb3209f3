import { useRef } from 'react'
import { isNothingFocused, rememberFocusedControl } from '#ui/hydration/remember-focused-control.ts'

interface ReturnTarget {
  opener: Element | null
  /** Focuses a control near the opener when it was removed. */
  focusNearby: (() => void) | undefined
}

/** Return targets of all open dialogs. */
const open: ReturnTarget[] = []

/**
 * Returns the focus to the element that opened a dialog. Radix does so only for its own triggers.
 * @returns props to spread on the dialog's content
 */
export function useFocusReturn() {
  const target = useRef<ReturnTarget>(undefined)
  return {
    onOpenAutoFocus: () => {
      // A dialog that replaces another one, such as a form after its spinner, has the same opener.
      const replaced = isNothingFocused() ? open.at(-1) : undefined
      const opener = document.activeElement
      target.current = replaced ? { ...replaced } : { opener, focusNearby: opener ? rememberFocusedControl(opener) : undefined }
      open.push(target.current)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (!target.current) return
      const { opener, focusNearby } = target.current
      open.splice(open.indexOf(target.current), 1)
      if (isNothingFocused() && opener instanceof HTMLElement) opener.focus()
      // The opener may have been removed, for example with a deleted row.
      focusNearby?.()
    },
  }
}
