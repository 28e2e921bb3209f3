import { api, apiQuery } from '#platform/client/api.client.ts'

export type { PostVersion } from './own-post.contract.ts'

const VERSIONS_PER_PAGE = 100
/** Queries the newest versions of a post. */
export const postHistoryQuery = (kind: 'topic' | 'reply', id: number) =>
  kind === 'topic'
    ? apiQuery('GET /api/forums/:id/history', { params: { id }, query: { perPage: VERSIONS_PER_PAGE } })
    : apiQuery('GET /api/forum-replies/:id/history', { params: { id }, query: { perPage: VERSIONS_PER_PAGE } })
export const restoreTopic = (id: number) => api('POST /api/forums/:id/restore', { params: { id } })
export const restoreReply = (id: number) => api('POST /api/forum-replies/:id/restore', { params: { id } })
