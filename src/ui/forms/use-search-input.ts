import { useEffect, useEffectEvent, useState } from 'react'

const DEBOUNCE_MS = 300

/**
 * Synchronises a search input with the URL: typing updates the URL after a debounce, and other changes of the URL (the header's search,
 * the back button, a removed filter) update the input.
 * @param write called with the trimmed words after the debounce
 */
export function useSearchInput(inUrl: string, write: (words: string) => void) {
  const [words, type] = useState(inUrl)
  const [seen, setSeen] = useState(inUrl)
  const [written, setWritten] = useState(inUrl)
  if (inUrl !== seen) {
    setSeen(inUrl)
    if (inUrl !== written) {
      setWritten(inUrl)
      type(inUrl)
    }
  }

  const writeToUrl = useEffectEvent(() => {
    if (words.trim() === written) return
    setWritten(words.trim())
    write(words.trim())
  })
  useEffect(() => {
    const timer = setTimeout(writeToUrl, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [words])

  /** Ends the debounce: returns the trimmed words, which the caller writes to the URL. */
  const flush = () => {
    setWritten(words.trim())
    return words.trim()
  }
  return { words, type, flush: flush }
}
