import { toolsQuery } from '#features/tools/tool.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

const NOT_FOUND = 404

export const loader = createLoader(async (page) => {
  const site = await page.optional<SiteInfo>(siteQuery())
  if (site?.features.tools === false) page.status = NOT_FOUND
  else await page.required(toolsQuery())
})
