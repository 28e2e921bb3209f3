import { api, apiQuery } from '#platform/client/api.client.ts'
import type { WatchKind } from './watch-limits.policy.ts'

export type { Watch } from './watches.contract.ts'

export const WATCHES_PER_PAGE = 50
export const watchesQuery = (page = 1) => apiQuery('GET /api/me/watches', { query: { page, perPage: WATCHES_PER_PAGE } })
/** Queries the viewer's watch of one page, as a list with one item or none. */
export const watchQuery = (kind: WatchKind, id: number) => apiQuery('GET /api/me/watches', { query: { kind, id, perPage: 1 } })
export const addWatch = (kind: WatchKind, id: number) => api('POST /api/me/watches', { body: { kind, id } })
export const removeWatch = (kind: WatchKind, id: number) => api('DELETE /api/me/watches', { query: { kind, id } })
