import { useRef } from 'react'
import { isFocusFree, rememberPlace } from './focus-place.ts'

/**
 * Gives the focus back to what opened a window. Radix does so for its own trigger only; ours are opened from anywhere.
 * Spread it on the window's content.
 */
export function useFocusBack() {
  const opener = useRef<Element | null>(null)
  const goOn = useRef<() => void>(undefined)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
      goOn.current = opener.current ? rememberPlace(opener.current) : undefined
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (isFocusFree() && opener.current instanceof HTMLElement) opener.current.focus()
      // What opened it may be gone: deleted, say.
      goOn.current?.()
    },
  }
}
