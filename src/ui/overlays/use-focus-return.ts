import { useRef } from 'react'
import { isNothingFocused, rememberFocusedControl } from '#ui/hydration/remember-focused-control.ts'

interface ReturnTarget {
  opener: Element | null
  /** Focuses a control near the opener if the opener was removed. */
  focusNearby: (() => void) | undefined
}

/** Return targets of all open dialogs, in the order in which they were opened. */
const openDialogTargets: ReturnTarget[] = []

/**
 * Returns the focus to the element that opened a dialog when the dialog closes. Radix does so only for its own triggers.
 * @returns event handlers to spread on the dialog's content
 */
export function useFocusReturn() {
  const returnTarget = useRef<ReturnTarget>(undefined)
  return {
    onOpenAutoFocus: () => {
      // A dialog that replaces another one, such as a form that replaces its spinner, has the same opener.
      const replacedTarget = isNothingFocused() ? openDialogTargets.at(-1) : undefined
      const opener = document.activeElement
      returnTarget.current = replacedTarget
        ? { ...replacedTarget }
        : { opener, focusNearby: opener ? rememberFocusedControl(opener) : undefined }
      openDialogTargets.push(returnTarget.current)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (!returnTarget.current) return
      const { opener, focusNearby } = returnTarget.current
      openDialogTargets.splice(openDialogTargets.indexOf(returnTarget.current), 1)
      if (isNothingFocused() && opener instanceof HTMLElement) opener.focus()
      // The opener may have been removed, for example with a deleted row.
      focusNearby?.()
    },
  }
}
