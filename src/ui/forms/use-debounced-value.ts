import { useEffect, useState } from 'react'

/** Debounces a text: returns it once it has been unchanged for `pauseMs`, so that requests or re-renders do not follow each keystroke. */
export function useDebouncedValue(text: string, pauseMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
