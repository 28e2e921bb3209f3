import { apiQuery, pathOf } from '#platform/client/api.client.ts'
import { hasTrackingOptOut } from '#platform/client/do-not-track.client.ts'

export type { Analytics, DayOfVisits, PageOfVisits } from './analytics.contract.ts'
export const analyticsQuery = () => apiQuery('GET /api/admin/analytics')

/** Reports a client-side navigation to the server without waiting for the response; errors are ignored. */
export function sendNavigation(path: string): void {
  if (hasTrackingOptOut()) return
  const headers = { 'content-type': 'application/json' }
  void fetch(pathOf('POST /api/page-views'), { method: 'POST', keepalive: true, headers, body: JSON.stringify({ path }) }).catch(
    () => undefined,
  )
}
