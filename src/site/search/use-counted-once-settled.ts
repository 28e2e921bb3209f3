import { useEffect } from 'react'
import { recordSettledSearch } from '#features/search/search.client.ts'

/** Nobody who is still typing rests so long. */
const SETTLED_MS = 3_000

/** Counts a list's words as one search once they stand still, and not each pause on the way to them. */
export function useCountedOnceSettled(words: string | undefined): void {
  useEffect(() => {
    if (words === undefined) return
    const timer = setTimeout(() => recordSettledSearch(words), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [words])
}
