/** Layout route for the pages of a feature. It renders the 404 page if the feature is switched off. */
import { Outlet } from 'react-router'
import type { SiteInfo } from '#features/sites/site.client.ts'
import { NotFoundPage } from './not-found.tsx'
import { useSite } from './use-site.ts'

export function FeatureSwitched({ feature }: { feature: keyof SiteInfo['features'] }) {
  return useSite().features[feature] ? <Outlet /> : <NotFoundPage />
}
