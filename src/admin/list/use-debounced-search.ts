import { useState } from 'react'
import { useDebouncedValue } from '#ui/forms/use-debounced-value.ts'

const PAUSE_MS = 200

/** Words as they are typed, and as they stand once the typing pauses: what is asked of the server. Emptied, they stand at once. */
export function useDebouncedSearch() {
  const [words, type] = useState('')
  const trimmed = words.trim()
  const paused = useDebouncedValue(trimmed, PAUSE_MS)
  return { words, type, settled: trimmed === '' ? '' : paused }
}
