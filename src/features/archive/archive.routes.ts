import type { AllFeatures } from '#platform/contract/feature.ts'
import { route, type Route } from '#platform/contract/route.ts'
import { collectArchiveTables } from './archive-tables.ts'
import { createArchiveTicketEndpoint, getArchiveEndpoint } from './archive.contract.ts'
import { createArchiveTicket, downloadArchive } from './download.service.ts'

export const archiveRoutes = (features: AllFeatures): Route[] => [
  route(getArchiveEndpoint, (ctx, { query }) => downloadArchive(ctx, query.ticket, collectArchiveTables(features()))),
  route(createArchiveTicketEndpoint, (ctx, { body }) => createArchiveTicket(ctx, body.password)),
]
