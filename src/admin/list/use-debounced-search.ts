import { useEffect, useState } from 'react'

const PAUSE = 200

/** Words as they are typed, and as they stand once the typing pauses: what is asked of the server. Emptied, they stand at once. */
export function useDebouncedSearch() {
  const [words, type] = useState('')
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(words.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [words])
  return { words, type, settled: words.trim() === '' ? '' : paused }
}
