import { apiQuery } from '#platform/client/api.client.ts'

export type { Session, SignedIn } from '#features/accounts/account.contract.ts'

/** Key in localStorage that marks an administrator's browser; a hint for the menu that grants no access. */
export const ADMIN_FLAG = 'isAdmin'

export const sessionQuery = () => apiQuery('GET /api/session')
