import { apiQuery, send } from '#platform/api.client.ts'
import type { listTrashEndpoint, removeForGoodEndpoint, restoreEndpoint, TrashKind } from './trash.contract.ts'

export type { TrashItem, TrashKind } from './trash.contract.ts'
export const trashQuery = (query: { page?: number; perPage?: number; kind?: TrashKind | undefined } = {}) =>
  apiQuery<typeof listTrashEndpoint>('/api/admin/trash', { query })
export const restore = (id: number) => send<typeof restoreEndpoint>('POST', '/api/admin/trash/:id/restore', { params: { id } })
export const removeForGood = (id: number) => send<typeof removeForGoodEndpoint>('DELETE', '/api/admin/trash/:id', { params: { id } })
