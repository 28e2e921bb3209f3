import { useState } from 'react'
import { useDebouncedValue } from '#ui/forms/use-debounced-value.ts'

const DEBOUNCE_MS = 200

/** Holds the text of a search box. `searchTerm` is the trimmed, debounced text for requests; an emptied box takes effect at once. */
export function useDebouncedSearch() {
  const [text, setText] = useState('')
  const trimmed = text.trim()
  const debounced = useDebouncedValue(trimmed, DEBOUNCE_MS)
  return { text, setText, searchTerm: trimmed === '' ? '' : debounced }
}
