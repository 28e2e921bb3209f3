import { adminSessionQuery } from '#features/accounts/account.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

/** Sets the page's HTTP status to 401 or 403 for unauthorized visitors; guard.ts handles the redirect. */
export const loader = createLoader((page) => page.required(adminSessionQuery()))
