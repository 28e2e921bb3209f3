import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { planQuery } from '#features/tools/plan/plan.client.ts'
import { readPlanQuery } from '#features/tools/plan/plan-parameters.policy.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

const NOT_FOUND = 404

export const loader = createLoader(async (page) => {
  const site = await page.optional<SiteInfo>(siteQuery())
  if (site?.features.tools === false) page.status = NOT_FOUND
  else await page.required(planQuery(readPlanQuery(page.search)))
})
