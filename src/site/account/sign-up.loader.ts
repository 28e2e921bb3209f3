import { siteQuery } from '#features/sites/site.client.ts'
import { load } from '#platform/page-load.client.ts'

export const loader = load(async (page) => {
  const site = await page.want<{ features: { userAccounts: boolean } }>(siteQuery())
  if (site?.features.userAccounts === false) page.status = 404
})
