import { useState } from 'react'
import { useDebouncedValue } from '#ui/forms/use-debounced-value.ts'

const DEBOUNCE_MS = 200

/** Search input; `settled` is the trimmed, debounced term for requests. Clearing takes effect at once. */
export function useDebouncedSearch() {
  const [words, type] = useState('')
  const trimmed = words.trim()
  const debounced = useDebouncedValue(trimmed, DEBOUNCE_MS)
  return { words, type, settled: trimmed === '' ? '' : debounced }
}
