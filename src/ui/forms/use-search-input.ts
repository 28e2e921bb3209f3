import { useEffect, useEffectEvent, useState } from 'react'

const DEBOUNCE_MS = 300

/**
 * Synchronises a search input with the URL. Typing updates the URL after 300 ms without a keystroke; other changes of the URL (the header's
 * search, the back button, a removed filter) update the input.
 * @param urlText the search text in the current URL
 * @param writeUrl called with the trimmed text after the debounce, if it differs from the URL
 * @returns `text`, the text of the input; `setText`, which sets it; `flush`, which ends the debounce and returns the trimmed text
 */
export function useSearchInput(urlText: string, writeUrl: (text: string) => void) {
  const [text, setText] = useState(urlText)
  const [lastUrlText, setLastUrlText] = useState(urlText)
  const [writtenText, setWrittenText] = useState(urlText)
  if (urlText !== lastUrlText) {
    setLastUrlText(urlText)
    if (urlText !== writtenText) {
      setWrittenText(urlText)
      setText(urlText)
    }
  }

  const writeAfterDebounce = useEffectEvent(() => {
    if (text.trim() === writtenText) return
    setWrittenText(text.trim())
    writeUrl(text.trim())
  })
  useEffect(() => {
    const timer = setTimeout(writeAfterDebounce, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  /** Ends the debounce and returns the trimmed text, which the caller writes to the URL. */
  const flush = () => {
    setWrittenText(text.trim())
    return text.trim()
  }
  return { text, setText, flush }
}
