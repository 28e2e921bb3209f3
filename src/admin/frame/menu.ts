import { ADMIN_GROUPS, ADMIN_PAGES } from '#admin/pages.ts'
import type { SiteInfo } from '#features/sites/site.client.ts'

/** Returns the menu groups, without the pages of disabled features and, on launched sites, without the pages for the main site. */
export const buildAdminMenu = (features: SiteInfo['features'], isMainSite: boolean) =>
  ADMIN_GROUPS.map((heading) => ({
    heading,
    items: ADMIN_PAGES.filter(
      ({ group, feature, isMainSiteOnly }) => group === heading && (!feature || features[feature]) && (!isMainSiteOnly || isMainSite),
    ).map(({ path, ...page }) => ({ ...page, to: path ? `/admin/${path}` : '/admin' })),
  }))
