import { api, apiQuery } from '#platform/client/api.client.ts'
import type { TrashKind } from './trash.contract.ts'

export type { DeletedPost, TrashItem, TrashKind } from './trash.contract.ts'
export const trashQuery = (query: { page?: number; perPage?: number; kind?: TrashKind | undefined } = {}) =>
  apiQuery('GET /api/admin/trash', { query })
export const restoreFromTrash = (id: number) => api('POST /api/admin/trash/:id/restore', { params: { id } })
export const purgeFromTrash = (id: number) => api('DELETE /api/admin/trash/:id', { params: { id } })
/** Queries the posts that the member has deleted and can restore. */
export const deletedPostsQuery = () => apiQuery('GET /api/me/deleted-posts', { query: { perPage: 50 } })
