/** What the jobs do about proof: reviews are verified by enquiries, and old pictures go. */
import { findLowest } from '#db/find-lowest.ts'
import type { Context } from '#platform/contract/context.ts'
import { earliestDue, timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import { EVIDENCE_DAYS } from './evidence-reason.policy.ts'
import * as queries from './review-evidence.queries.ts'
import { EVIDENCE_FOLDER } from './review-evidence.service.ts'

const SLICE = 500

/** The job: an enquiry may be completed after the review was written. */
export async function verifyByEnquiries(ctx: Pick<Context, 'db'>): Promise<void> {
  for (;;) {
    const proven = await queries.listProvenReviews(ctx, SLICE)
    if (proven.length > 0) await queries.updateVerified(ctx, proven, 'enquiry')
    if (proven.length < SLICE) return
  }
}

const KEPT_MS = EVIDENCE_DAYS * 86_400_000
/** A row follows its file within moments. */
const ROWLESS_MS = 600_000

/** Housekeeping: what nobody has looked at for too long, and pictures whose rows went with a review, an account or a process. */
export async function removeOldEvidence(ctx: Pick<Context, 'db' | 'site'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteEvidenceBefore(ctx, new Date(now - KEPT_MS).toISOString())
  const folders = await ctx.site.files.listFolders(EVIDENCE_FOLDER)
  const known = await queries.findKnownEvidence(
    ctx,
    folders.map(({ name }) => name),
  )
  const rowless = folders.filter(({ name }) => !known.has(name))
  const old = rowless.filter(({ madeAt }) => now - madeAt >= ROWLESS_MS)
  for (const { name } of old) await ctx.site.files.removeFolder(`${EVIDENCE_FOLDER}/${name}`)
  const young = rowless.find(({ madeAt }) => now - madeAt < ROWLESS_MS)
  return earliestDue(
    timeAfter(await findLowest(ctx.db, 'review_evidence', 'sent_at'), KEPT_MS),
    young ? new Date(young.madeAt + ROWLESS_MS).toISOString() : null,
  )
}
