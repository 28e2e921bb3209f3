import { useEffect, useState } from 'react'

const PAUSE_MS = 400

/** The value once it has stood for a moment: what costs a call, or draws a page anew, does not follow every letter. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
