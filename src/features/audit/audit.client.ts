import { urlFor, apiQuery, type CallInput } from '#platform/client/api.client.ts'
import type { listAuditEndpoint } from './audit.contract.ts'
import { listAuditCall, exportAuditCall } from './audit.endpoints.ts'

export type { AuditEntry, AuditSubject } from './audit.contract.ts'
export type AuditListInput = NonNullable<CallInput<typeof listAuditEndpoint>['query']>
export const auditQuery = (query: AuditListInput) => apiQuery<typeof listAuditEndpoint>(listAuditCall, { query })
/** Where the same entries can be had as a file. */
export const auditFileUrl = (query: Omit<AuditListInput, 'page' | 'perPage'>) => urlFor(exportAuditCall.path, { query })
