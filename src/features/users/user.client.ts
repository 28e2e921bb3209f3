import { apiQuery } from '#platform/client/api.client.ts'

export type { HeldBadge, User } from './user.contract.ts'
export const userQuery = (id: string) => apiQuery('GET /api/users/:id', { params: { id } })
export const userBadgesQuery = (id: string) => apiQuery('GET /api/users/:id/badges', { params: { id } })

/** Id of the `Community Guest` account, the author of posts by visitors. */
export const GUEST_ID = 1
