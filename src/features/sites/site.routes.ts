import { door } from '#platform/door.ts'
import { wholeList } from '#platform/endpoint.ts'
import { changeSettingsEndpoint, getSettingsEndpoint } from './site-settings.contract.ts'
import { changeSettings, getSettings } from './site-settings.service.ts'
import { getAboutEndpoint, getSiteEndpoint } from './site.contract.ts'
import { getAbout, getSite } from './site.service.ts'

export const siteRoutes = [
  door(getSiteEndpoint, (ctx) => getSite(ctx)),
  door(getAboutEndpoint, async (ctx) => wholeList(await getAbout(ctx))),
  door(getSettingsEndpoint, (ctx) => getSettings(ctx)),
  door(changeSettingsEndpoint, (ctx, { body }) => changeSettings(ctx, body)),
]
