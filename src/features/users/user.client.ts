import { apiQuery } from '#platform/client/api.client.ts'
import type { getUserEndpoint, userBadgesEndpoint } from './user.contract.ts'
import { getUserCall, userBadgesCall } from './user.endpoints.ts'

export type { HeldBadge, User } from './user.contract.ts'
export const userQuery = (id: string) => apiQuery<typeof getUserEndpoint>(getUserCall, { params: { id } })
export const userBadgesQuery = (id: string) => apiQuery<typeof userBadgesEndpoint>(userBadgesCall, { params: { id } })

/** The visitor who is not signed in acts as this account, `Community Guest`. */
export const GUEST_ID = 1
