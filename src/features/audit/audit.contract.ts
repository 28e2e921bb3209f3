/** Endpoints of the audit log, which records who changed what and when, with the values before and after. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import { AUDIT_SUBJECT_LABELS } from './audit-subjects.policy.ts'

export const AuditSubject = z.enum(keysOf(AUDIT_SUBJECT_LABELS))
export type AuditSubject = z.infer<typeof AuditSubject>

/** `before` and `after` map the changed fields to their values; they are null if no values were recorded. */
export const AuditEntry = z.object({
  id: z.number(),
  at: z.string(),
  userId: z.number().nullable(),
  /** Display name followed by the username in brackets, or the username alone; `System` for background jobs. */
  username: z.string(),
  /** Subject and verb, such as `product.create` or `session.refused`. */
  action: z.string(),
  subjectType: AuditSubject,
  subjectId: z.number().nullable(),
  subjectTitle: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Filter = z.object({ subject: AuditSubject.optional(), subjectId: Id.optional(), userId: Id.optional() })
export type AuditFilter = z.infer<typeof Filter>
export const listAuditEndpoint = endpoint('GET /api/admin/audit', {
  summary: 'List audit entries, newest first.',
  query: Paging.extend(Filter.shape),
  response: z.array(AuditEntry),
  list: true,
  access: 'admin',
})
export const exportAuditEndpoint = endpoint('GET /api/admin/audit.csv', {
  summary: 'Export the audit log as CSV.',
  isCostly: true,
  query: Filter,
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
  access: 'admin',
})
