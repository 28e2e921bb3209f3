import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { ownHomeQuery } from '#features/tools/own-home/own-home.client.ts'
import { toolsQuery } from '#features/tools/tool.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'

const NOT_FOUND = 404

export const loader = createLoader(async (page) => {
  const site = await page.optional<SiteInfo>(siteQuery())
  if (site?.features.tools === false) {
    page.status = NOT_FOUND
    return
  }
  const session = await page.optional<Session>(sessionQuery())
  await Promise.all([page.optional(toolsQuery()), session?.user ? page.optional(ownHomeQuery()) : undefined])
})
