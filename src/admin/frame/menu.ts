/** The menu of the back-office. What belongs to a feature that is switched off is left out. */
import { ADMIN_PAGES } from '#admin/pages.ts'
import type { SiteInfo } from '#features/sites/site.client.ts'

const GROUPS = ['Dashboard', 'Content', 'Users', 'Site'] as const

export const adminMenuFor = (features: SiteInfo['features'], isMain: boolean) =>
  GROUPS.map((heading) => ({
    heading,
    items: ADMIN_PAGES.filter(
      ({ group, feature, isOfMain }) => group === heading && (!feature || features[feature]) && (!isOfMain || isMain),
    ).map(({ path, ...page }) => ({ ...page, to: path ? `/admin/${path}` : '/admin' })),
  }))
