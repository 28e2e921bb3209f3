import { launchRulesQuery } from '#features/deployment/deployment.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

/** On launched sites the launch rules return 404, and so does the page. */
export const loader = createLoader((page) => page.required(launchRulesQuery()))
