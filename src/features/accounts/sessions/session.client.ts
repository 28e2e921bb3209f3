import { apiQuery } from '#platform/client/api.client.ts'
import type * as contract from '#features/accounts/account.contract.ts'
import { getSessionCall } from './session.endpoints.ts'

export type { Session, SignedIn } from '#features/accounts/account.contract.ts'

/** What the browser remembers of an administrator's session: a hint for the menu, nothing more. */
export const ADMIN_FLAG = 'isAdmin'

export const sessionQuery = () => apiQuery<typeof contract.getSessionEndpoint>(getSessionCall)
