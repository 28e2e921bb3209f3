/** Jobs: verification of reviews by enquiries, and deletion of old evidence. */
import { findLowest } from '#db/find-lowest.ts'
import type { Context } from '#platform/contract/context.ts'
import { earliestDue, timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import { EVIDENCE_RETENTION_DAYS } from './evidence-reason.policy.ts'
import * as queries from './review-evidence.queries.ts'
import { EVIDENCE_FOLDER } from './review-evidence.service.ts'

const BATCH_SIZE = 500

/** Verifies reviews whose enquiry was completed after they were written. */
export async function verifyByEnquiries(ctx: Pick<Context, 'db'>): Promise<void> {
  for (;;) {
    const proven = await queries.listProvenReviews(ctx, BATCH_SIZE)
    if (proven.length > 0) await queries.updateVerified(ctx, proven, 'enquiry')
    if (proven.length < BATCH_SIZE) return
  }
}

const RETENTION_MS = EVIDENCE_RETENTION_DAYS * 86_400_000
/** Folders without a row are deleted after this time: the row is inserted shortly after the file is stored. */
const ROWLESS_MS = 600_000

/** Deletes evidence past its retention, and files whose row is missing (deleted review or account, crash). */
export async function purgeEvidence(ctx: Pick<Context, 'db' | 'site'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteEvidenceBefore(ctx, new Date(now - RETENTION_MS).toISOString())
  const folders = await ctx.site.files.listFolders(EVIDENCE_FOLDER)
  const known = await queries.findKnownEvidence(
    ctx,
    folders.map(({ name }) => name),
  )
  const rowless = folders.filter(({ name }) => !known.has(name))
  const old = rowless.filter(({ madeAt }) => now - madeAt >= ROWLESS_MS)
  for (const { name } of old) await ctx.site.files.removeFolder(`${EVIDENCE_FOLDER}/${name}`)
  const recent = rowless.find(({ madeAt }) => now - madeAt < ROWLESS_MS)
  return earliestDue(
    timeAfter(await findLowest(ctx.db, 'review_evidence', 'sent_at'), RETENTION_MS),
    recent ? new Date(recent.madeAt + ROWLESS_MS).toISOString() : null,
  )
}
