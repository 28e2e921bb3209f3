import { useEffect, useState } from 'react'

/**
 * A text once it has stood for a moment: what costs a call, or draws a page anew, does not follow every letter.
 * @param pauseMs how long it has to stand
 */
export function useSettled(text: string, pauseMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
