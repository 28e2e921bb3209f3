import { door } from '#platform/door.ts'
import { getArchiveEndpoint } from './archive.contract.ts'
import { packSite } from './archive.service.ts'

const nameOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'site'

export const archiveRoutes = [
  door(getArchiveEndpoint, (ctx, { query }) => {
    const day = new Date().toISOString().slice(0, 10)
    ctx.headers?.set('content-disposition', `attachment; filename="${nameOf(ctx.site.settings.name)}-${day}.zip"`)
    ctx.headers?.set('cache-control', 'no-store')
    return packSite(ctx, query.passwords === 'true')
  }),
]
