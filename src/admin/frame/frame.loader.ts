import { adminSessionQuery } from '#features/accounts/account.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

/** Only so that the page's status says who may not see it: 401 or 403. The rest is the guard's. */
export const loader = createLoader((page) => page.required(adminSessionQuery()))
