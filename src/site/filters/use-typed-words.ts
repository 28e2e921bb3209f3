import { useEffect, useRef, useState } from 'react'

const PAUSE = 300

/**
 * The words in a search box that also stand in the address: typing writes them after a pause, and a change of the address
 * from elsewhere (the header's search, the back button, a removed filter) comes back into the box.
 * @param write gets the trimmed words; `typing` is true when a pause and not the reader ended the word
 */
export function useTypedWords(inAddress: string, write: (words: string, typing: boolean) => void) {
  const [words, setWords] = useState(inAddress)
  const written = useRef(inAddress)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (inAddress === written.current) return
    clearTimeout(timer.current)
    written.current = inAddress
    setWords(inAddress)
  }, [inAddress])
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Takes what is in the box as it is, now; the caller writes it to the address. */
  const settle = () => {
    clearTimeout(timer.current)
    return (written.current = words.trim())
  }
  const type = (next: string) => {
    setWords(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (next.trim() === written.current) return
      written.current = next.trim()
      write(next.trim(), true)
    }, PAUSE)
  }
  return { words, type, settle }
}
