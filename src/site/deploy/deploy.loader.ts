import { launchRulesQuery } from '#features/deployment/deployment.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

/** Tenant sites cannot launch sites: there, the request for the launch rules returns 404, and so does the page. */
export const loader = createLoader((page) => page.required(launchRulesQuery()))
