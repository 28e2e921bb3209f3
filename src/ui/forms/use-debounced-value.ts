import { useEffect, useState } from 'react'

/**
 * Debounces a text, so that requests or re-renders do not follow each keystroke.
 * @returns the last text that was unchanged for `pauseMs`; at first the initial text
 */
export function useDebouncedValue(text: string, pauseMs: number): string {
  const [debouncedText, setDebouncedText] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return debouncedText
}
