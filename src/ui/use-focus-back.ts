import { useRef } from 'react'

/**
 * Gives the focus back to what opened a window. Radix does so for its own trigger only; ours are opened from anywhere.
 * Spread it on the window's content.
 */
export function useFocusBack() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => void (opener.current = document.activeElement),
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const isFree = !document.activeElement || document.activeElement === document.body
      if (isFree && opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
