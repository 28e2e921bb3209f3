/** Records the member's visits to the forum, for the list "New to me". */
import { useEffect } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { recordForumVisit } from '#features/forums/lists/own-topics.client.ts'

const STORAGE_KEY = 'forum-visit'
/** Within this time the browser records no further call of the same visit. */
const INTERVAL_MS = 10 * 60_000

export function useForumVisit(): void {
  const userId = useSignedIn()?.id
  useEffect(() => {
    if (userId === undefined || wasRecorded(userId)) return
    // A failure only makes the list longer than it should be.
    void recordForumVisit().catch(() => undefined)
  }, [userId])
}

/** Whether this tab has recorded the visit in the last ten minutes; if not, notes that it does so now. */
function wasRecorded(userId: number): boolean {
  try {
    const [storedId, time] = (sessionStorage.getItem(STORAGE_KEY) ?? '').split(':').map(Number)
    if (storedId === userId && Date.now() - (time ?? 0) < INTERVAL_MS) return true
    sessionStorage.setItem(STORAGE_KEY, `${userId}:${Date.now()}`)
  } catch {
    // Without storage every page view is recorded.
  }
  return false
}
