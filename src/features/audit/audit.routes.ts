import { door } from '#platform/door.ts'
import { exportAuditEndpoint, listAuditEndpoint } from './audit.contract.ts'
import { exportEntries, listEntries } from './audit.service.ts'

export const auditRoutes = [
  door(listAuditEndpoint, (ctx, { query }) => listEntries(ctx, query)),
  door(exportAuditEndpoint, (ctx, { query }) => exportEntries(ctx, query)),
]
