import { useState } from 'react'
import { useSettled } from '#ui/forms/use-settled.ts'

const PAUSE_MS = 200

/** Words as they are typed, and as they stand once the typing pauses: what is asked of the server. Emptied, they stand at once. */
export function useDebouncedSearch() {
  const [words, type] = useState('')
  const trimmed = words.trim()
  const paused = useSettled(trimmed, PAUSE_MS)
  return { words, type, settled: trimmed === '' ? '' : paused }
}
