import { door } from '#platform/door.ts'
import { askForPasswordsEndpoint, getArchiveEndpoint } from './archive.contract.ts'
import { askForPasswords, downloadSite } from './download.service.ts'

export const archiveRoutes = [
  door(getArchiveEndpoint, (ctx, { query }) => downloadSite(ctx, query.ticket)),
  door(askForPasswordsEndpoint, (ctx, { body }) => askForPasswords(ctx, body.password)),
]
