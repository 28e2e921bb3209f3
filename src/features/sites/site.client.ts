import { apiQuery } from '#platform/api.client.ts'
import type { getAboutEndpoint, getSiteEndpoint } from './site.contract.ts'

export type { AboutSection, SiteInfo } from './site.contract.ts'
export const siteQuery = () => apiQuery<typeof getSiteEndpoint>('/api/site')
export const aboutQuery = () => apiQuery<typeof getAboutEndpoint>('/api/about')
