import { apiQuery } from '#platform/client/api.client.ts'

export type { Session, SignedIn } from '#features/accounts/account.contract.ts'

/** The localStorage key that marks an administrator's browser. It is only a hint for the menu and grants no access. */
export const ADMIN_FLAG = 'isAdmin'

export const sessionQuery = () => apiQuery('GET /api/session')
