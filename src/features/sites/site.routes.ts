import { door } from '#platform/door.ts'
import { getAboutEndpoint, getSiteEndpoint } from './site.contract.ts'
import { getAbout, getSite } from './site.service.ts'

export const siteRoutes = [door(getSiteEndpoint, (ctx) => getSite(ctx)), door(getAboutEndpoint, () => getAbout())]
