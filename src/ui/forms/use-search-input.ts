import { useEffect, useEffectEvent, useState } from 'react'

const PAUSE = 300

/**
 * The words in a search box that also stand in the address: typing writes them after a pause, and a change of the address
 * from elsewhere (the header's search, the back button, a removed filter) comes back into the box.
 * @param write gets the trimmed words when a pause, not the reader, ended them
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

  const afterPause = useEffectEvent(() => {
    if (words.trim() === written) return
    setWritten(words.trim())
    write(words.trim())
  })
  useEffect(() => {
    const timer = setTimeout(afterPause, PAUSE)
    return () => clearTimeout(timer)
  }, [words])

  /** Takes what is in the box as it is, now; the caller writes it to the address. */
  const settle = () => {
    setWritten(words.trim())
    return words.trim()
  }
  return { words, type, settle }
}
