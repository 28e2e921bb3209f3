/** Around the pages of a feature: when the site has switched it off, its addresses are unknown ones. */
import { Outlet } from 'react-router'
import type { SiteInfo } from '#features/sites/site.client.ts'
import { NotFoundPage } from './not-found.tsx'
import { useSite } from './use-site.ts'

export function FeatureSwitched({ feature }: { feature: keyof SiteInfo['features'] }) {
  return useSite().features[feature] ? <Outlet /> : <NotFoundPage />
}
