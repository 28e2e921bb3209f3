import { apiQuery, apiUrl, type CallInput } from '#platform/client/api.client.ts'

export type { AuditEntry, AuditSubject } from './audit.contract.ts'
export type AuditListInput = NonNullable<CallInput<'GET /api/admin/audit'>['query']>
export const auditQuery = (query: AuditListInput) => apiQuery('GET /api/admin/audit', { query })
/** Returns the URL of the CSV export with the same filters. */
export const auditCsvUrl = (query: Omit<AuditListInput, 'page' | 'perPage'>) => apiUrl('GET /api/admin/audit.csv', { query })
