import { apiQuery } from '#platform/api.client.ts'
import type { getAnalyticsEndpoint } from './analytics.contract.ts'
import { getAnalyticsCall, recordNavigationCall } from './analytics.endpoints.ts'

export type { Analytics, DayOfVisits, PageOfVisits } from './analytics.contract.ts'
export const analyticsQuery = () => apiQuery<typeof getAnalyticsEndpoint>(getAnalyticsCall)

/** Whether this browser asks not to be counted. */
const asksNotTo = () => navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Tells that the visitor has moved to this page. Nothing waits for it, and nobody is troubled when it fails. */
export function sendNavigation(path: string): void {
  if (asksNotTo()) return
  const headers = { 'content-type': 'application/json' }
  void fetch(recordNavigationCall.path, { method: 'POST', keepalive: true, headers, body: JSON.stringify({ path }) }).catch(() => undefined)
}
