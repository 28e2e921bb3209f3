import { apiQuery } from '#platform/client/api.client.ts'

export type { HeldBadge, User } from './user.contract.ts'
export const userQuery = (id: string) => apiQuery('GET /api/users/:id', { params: { id } })
export const userBadgesQuery = (id: string) => apiQuery('GET /api/users/:id/badges', { params: { id } })

/** The visitor who is not signed in acts as this account, `Community Guest`. */
export const GUEST_ID = 1
