import { findLowest } from '#db/find-lowest.ts'
import type { Context } from '#platform/contract/context.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { deleteAuditEntriesBefore } from './audit.queries.ts'

/** Retention period: long enough to investigate incidents that are discovered late, but limited because entries contain personal data. */
export const AUDIT_RETENTION_DAYS = 730
const RETENTION_MS = AUDIT_RETENTION_DAYS * 86_400_000

/** Deletes entries past the retention period. @returns when the oldest remaining entry is due */
export async function removeOldAuditEntries(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await deleteAuditEntriesBefore(ctx, new Date(now - RETENTION_MS).toISOString())
  return addMs(await findLowest(ctx.db, 'audit_entries', 'at'), RETENTION_MS)
}
