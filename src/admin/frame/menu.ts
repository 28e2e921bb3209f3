/** Menu groups without the pages of disabled features. */
import { ADMIN_GROUPS, ADMIN_PAGES } from '#admin/pages.ts'
import type { SiteInfo } from '#features/sites/site.client.ts'

export const adminMenuFor = (features: SiteInfo['features'], isMain: boolean) =>
  ADMIN_GROUPS.map((heading) => ({
    heading,
    items: ADMIN_PAGES.filter(
      ({ group, feature, isMainSiteOnly }) => group === heading && (!feature || features[feature]) && (!isMainSiteOnly || isMain),
    ).map(({ path, ...page }) => ({ ...page, to: path ? `/admin/${path}` : '/admin' })),
  }))
