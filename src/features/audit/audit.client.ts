import { addressOf, apiQuery, type CallInput } from '#platform/api.client.ts'
import type { listAuditEndpoint } from './audit.contract.ts'

export type { AuditEntry, AuditSubject } from './audit.contract.ts'
export type AuditListInput = NonNullable<CallInput<typeof listAuditEndpoint>['query']>
export const auditQuery = (query: AuditListInput) => apiQuery<typeof listAuditEndpoint>('/api/admin/audit', { query })
/** Where the same entries can be had as a file. */
export const auditFile = (query: Omit<AuditListInput, 'page' | 'perPage'>) => addressOf('/api/admin/audit.csv', { query })
