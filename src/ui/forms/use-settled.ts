import { useEffect, useState } from 'react'

/** Debounces a text: returns it once it has been unchanged for `pauseMs`, so that a request or re-render does not follow every keystroke. */
export function useSettled(text: string, pauseMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
