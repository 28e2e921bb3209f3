import { siteQuery } from '#features/sites/site.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

export const loader = createLoader(async (page) => {
  const site = await page.optional<{ features: { userAccounts: boolean } }>(siteQuery())
  if (site?.features.userAccounts === false) page.status = 404
})
