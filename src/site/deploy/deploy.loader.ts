import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { load } from '#platform/page-load.client.ts'

export const loader = load(async (page) => {
  const site = await page.want<SiteInfo>(siteQuery())
  if (site && !site.launches) page.status = 404
})
