import { countGuestPost } from '#features/counting/guest-limit.service.ts'
import { namesSession } from '#platform/contract/route.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict, notFound, sessionEnded } from '#platform/contract/errors.ts'
import { findLowest } from '#db/find-lowest.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import type { FiledReport, NewReport } from './report.contract.ts'
import { CLAIM_RETENTION_DAYS, REPORT_REASONS, REPORT_RETENTION_DAYS } from './report-reason.policy.ts'
import { findSubject } from './subject.queries.ts'
import { deleteClaimsBefore } from './queue/queue.queries.ts'
import * as queries from './report.queries.ts'
import { hideReportedSpam } from './trusted-reports.service.ts'

/** Reports by visitors of one network in 24 hours. */
const MAX_GUEST_REPORTS = 20
const GUEST_REPORTS_FILED = 'Too many reports were sent from your network today. Please sign in, or try again tomorrow.'
const HOUR_MS = 3_600_000

/**
 * Files a report. Reports of the same subject join its open case.
 * @throws AppError 404 if the subject is not public, 409 `report.repeated`, 429 for visitors
 */
export async function fileReport(ctx: Context, { kind, id, reason, illegalKind, text, email }: NewReport): Promise<FiledReport> {
  if (!ctx.viewer && namesSession(ctx.caller)) throw sessionEnded()
  const now = Date.now()
  const at = new Date(now).toISOString()
  const dueAt = new Date(now + REPORT_REASONS[reason].targetHours * HOUR_MS).toISOString()
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    if (!ctx.viewer) await countGuestPost(trxCtx, 'report', MAX_GUEST_REPORTS, GUEST_REPORTS_FILED)
    const subject = await findSubject(trxCtx, kind, id)
    if (!subject) throw notFound(kind)
    const opened = await queries.openCase(trxCtx, kind, subject, dueAt, at)
    const reportId = await queries.insertReport(trxCtx, {
      case_id: opened.id,
      reason,
      illegal_kind: reason === 'illegal' ? (illegalKind ?? null) : null,
      text: text || null,
      reporter_id: ctx.viewer?.id ?? null,
      email: ctx.viewer ? null : (email?.toLowerCase() ?? null),
      created_at: at,
    })
    if (reportId === undefined) throw conflict('report.repeated', 'You have already reported this. The moderators will look at it.')
    if (reason === 'spam') await hideReportedSpam(trxCtx, opened)
    return { dueAt: opened.due_at }
  })
}

const RETENTION_MS = REPORT_RETENTION_DAYS * 86_400_000

/** Job: deletes cases with their reports, decisions and appeals after the retention period. */
export async function removeOldCases(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteCasesDecidedBefore(ctx, new Date(now - RETENTION_MS).toISOString())
  return addMs(await findLowest(ctx.db, 'report_cases', 'decided_at'), RETENTION_MS)
}

const CLAIM_RETENTION_MS = CLAIM_RETENTION_DAYS * 86_400_000

/** Job: deletes claims that are too old to be in use, also those of items that were decided. */
export async function removeOldClaims(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await deleteClaimsBefore(ctx, new Date(now - CLAIM_RETENTION_MS).toISOString())
  return addMs(await findLowest(ctx.db, 'queue_claims', 'claimed_at'), CLAIM_RETENTION_MS)
}
