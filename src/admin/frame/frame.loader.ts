import { adminSessionQuery } from '#features/accounts/account.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

/** Loads the session of the administrator, so that unauthorized visitors get HTTP status 401 or 403; guard.ts redirects them. */
export const loader = createLoader((page) => page.required(adminSessionQuery()))
