import { route } from '#platform/contract/route.ts'
import { unpagedList } from '#platform/contract/endpoint.ts'
import { changeSettingsEndpoint, getSettingsEndpoint } from './site-settings.contract.ts'
import { changeSettings, getSettings } from './site-settings.service.ts'
import { getAboutEndpoint, getSiteEndpoint } from './site.contract.ts'
import { getAbout, getSite } from './site.service.ts'

export const siteRoutes = [
  route(getSiteEndpoint, (ctx) => getSite(ctx)),
  route(getAboutEndpoint, async (ctx) => unpagedList(await getAbout(ctx))),
  route(getSettingsEndpoint, (ctx) => getSettings(ctx)),
  route(changeSettingsEndpoint, (ctx, { body }) => changeSettings(ctx, body)),
]
