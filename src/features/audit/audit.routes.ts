import { route } from '#platform/contract/route.ts'
import { exportAuditEndpoint, listAuditEndpoint } from './audit.contract.ts'
import { exportAuditEntries, listAuditEntries } from './audit.service.ts'

export const auditRoutes = [
  route(listAuditEndpoint, (ctx, { query }) => listAuditEntries(ctx, query)),
  route(exportAuditEndpoint, (ctx, { query }) => exportAuditEntries(ctx, query)),
]
