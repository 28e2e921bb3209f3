import { apiQuery } from '#platform/client/api.client.ts'

export type { AboutSection, SiteInfo } from './site.contract.ts'
export const siteQuery = () => apiQuery('GET /api/site')
export const aboutQuery = () => apiQuery('GET /api/about')
