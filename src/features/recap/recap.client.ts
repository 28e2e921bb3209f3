import { apiQuery } from '#platform/client/api.client.ts'

export type { Missed, MissedItem } from './recap.contract.ts'

/** Query for what the signed-in member missed. Only the browser runs it, because pages are the same for everybody (decision 36). */
export const missedQuery = () => apiQuery('GET /api/me/missed')
