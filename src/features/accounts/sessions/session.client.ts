import { apiQuery } from '#platform/client/api.client.ts'

export type { Session, SignedIn } from '#features/accounts/account.contract.ts'

/** What the browser remembers of an administrator's session: a hint for the menu, nothing more. */
export const ADMIN_FLAG = 'isAdmin'

export const sessionQuery = () => apiQuery('GET /api/session')
