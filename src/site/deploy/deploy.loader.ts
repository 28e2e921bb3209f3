import { launchRulesQuery } from '#features/deployment/deployment.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

/** A copy launches no others: there the rules are not found, and neither is the page. */
export const loader = createLoader((page) => page.required(launchRulesQuery()))
