import { findLowest } from '#db/find-lowest.ts'
import type { Context } from '#platform/contract/context.ts'
import { timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import { deleteAuditEntriesBefore } from './audit.queries.ts'

/** Two years: long enough to look into what is found late, and not for ever, as entries tell of people. */
export const AUDIT_DAYS = 730
const KEPT_MS = AUDIT_DAYS * 86_400_000

/** The job. */
export async function removeOldAuditEntries(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await deleteAuditEntriesBefore(ctx, new Date(now - KEPT_MS).toISOString())
  return timeAfter(await findLowest(ctx.db, 'audit_entries', 'at'), KEPT_MS)
}
