import { expertsQuery } from '#features/experts/expert.client.ts'
import { aboutQuery, siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { load, type PageLoad } from '#platform/page-load.client.ts'

export const loader = load((page) => Promise.all([page.need(aboutQuery()), experts(page)]))

async function experts(page: PageLoad) {
  const site = await page.want<SiteInfo>(siteQuery())
  if (site?.features.expertAdvice ?? true) await page.want(expertsQuery())
}
