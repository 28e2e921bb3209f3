import { useEffect } from 'react'
import { recordSettledSearch } from '#features/search/search.client.ts'

/** Longer than a pause while typing. */
const SETTLED_MS = 3_000

/** Records the search words of a list once they have been unchanged for 3 s, so that partly typed words are not counted. */
export function useRecordSettledSearch(words: string | undefined): void {
  useEffect(() => {
    if (words === undefined) return
    const timer = setTimeout(() => recordSettledSearch(words), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [words])
}
