import { useEffect } from 'react'
import { recordSettledSearch } from '#features/search/search.client.ts'

/** The time is longer than a pause while typing. */
const SETTLED_MS = 3_000

/**
 * Records the words of a search after they have not changed for 3 s, so that incomplete words are not counted.
 * @param words undefined if there is nothing to record
 */
export function useRecordSettledSearch(words: string | undefined): void {
  useEffect(() => {
    if (words === undefined) return
    const timer = setTimeout(() => recordSettledSearch(words), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [words])
}
