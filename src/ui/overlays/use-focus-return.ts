import { useRef } from 'react'
import { isFocusFree, rememberFocusedControl } from '#ui/hydration/remember-focused-control.ts'

interface Way {
  opener: Element | null
  /** Goes on near the opener when it is gone. */
  goOn: (() => void) | undefined
}

/** The ways back of the windows that are not closed yet. */
const open: Way[] = []

/**
 * Gives the focus back to what opened a window. Radix does so for its own trigger only; ours are opened from anywhere.
 * Spread it on the window's content.
 */
export function useFocusReturn() {
  const way = useRef<Way>(undefined)
  return {
    onOpenAutoFocus: () => {
      // A window that takes another one's place, such as the form after its spinner, was opened by what had opened that one.
      const replaced = isFocusFree() ? open.at(-1) : undefined
      const opener = document.activeElement
      way.current = replaced ? { ...replaced } : { opener, goOn: opener ? rememberFocusedControl(opener) : undefined }
      open.push(way.current)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (!way.current) return
      const { opener, goOn } = way.current
      open.splice(open.indexOf(way.current), 1)
      if (isFocusFree() && opener instanceof HTMLElement) opener.focus()
      // What opened it may be gone: deleted, say.
      goOn?.()
    },
  }
}
