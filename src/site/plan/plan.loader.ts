import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { planQuery } from '#features/tools/plan/plan.client.ts'
import { readPlanQuery } from '#features/tools/plan/plan-parameters.policy.ts'
import { toolFormQuery, type ToolForm } from '#features/tools/tool.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

const OK = 200
const BAD_REQUEST = 400
const NOT_FOUND = 404

export const loader = createLoader(async (page) => {
  const site = await page.optional<SiteInfo>(siteQuery())
  if (site?.features.tools === false) {
    page.status = NOT_FOUND
    return
  }
  const inputs = readPlanQuery(page.search)
  await page.required(planQuery(inputs))
  if (page.status !== BAD_REQUEST) return
  const { jobs: _, ...homeInputs } = inputs
  const form = await page.optional<ToolForm>(toolFormQuery('which-first', homeInputs))
  // Missing and invalid inputs of the home are no error of the page, which asks for them.
  if (form && !form.answer) page.status = OK
})
