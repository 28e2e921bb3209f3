import { expertsQuery } from '#features/experts/expert.client.ts'
import { aboutQuery, siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { createLoader, type PageLoad } from '#platform/page-load.client.ts'

export const loader = createLoader((page) => Promise.all([page.required(aboutQuery()), experts(page)]))

async function experts(page: PageLoad) {
  const site = await page.optional<SiteInfo>(siteQuery())
  if (site?.features.expertAdvice ?? true) await page.optional(expertsQuery())
}
