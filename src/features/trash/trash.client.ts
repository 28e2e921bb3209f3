import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { listTrashEndpoint, purgeFromTrashEndpoint, restoreFromTrashEndpoint, TrashKind } from './trash.contract.ts'
import { listTrashCall, purgeFromTrashCall, restoreFromTrashCall } from './trash.endpoints.ts'

export type { TrashItem, TrashKind } from './trash.contract.ts'
export const trashQuery = (query: { page?: number; perPage?: number; kind?: TrashKind | undefined } = {}) =>
  apiQuery<typeof listTrashEndpoint>(listTrashCall, { query })
export const restoreFromTrash = (id: number) => sendRequest<typeof restoreFromTrashEndpoint>(restoreFromTrashCall, { params: { id } })
export const purgeFromTrash = (id: number) => sendRequest<typeof purgeFromTrashEndpoint>(purgeFromTrashCall, { params: { id } })
