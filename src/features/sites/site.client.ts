import { apiQuery } from '#platform/client/api.client.ts'
import type { getAboutEndpoint, getSiteEndpoint } from './site.contract.ts'
import { getAboutCall, getSiteCall } from './site.endpoints.ts'

export type { AboutSection, SiteInfo } from './site.contract.ts'
export const siteQuery = () => apiQuery<typeof getSiteEndpoint>(getSiteCall)
export const aboutQuery = () => apiQuery<typeof getAboutEndpoint>(getAboutCall)
