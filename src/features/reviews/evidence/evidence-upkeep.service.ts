/** Jobs that verify reviews by completed enquiries, and that delete old evidence. */
import { findLowest } from '#db/find-lowest.ts'
import type { Context } from '#platform/contract/context.ts'
import { findEarliest, addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { EVIDENCE_RETENTION_DAYS } from './evidence-reason.policy.ts'
import * as queries from './review-evidence.queries.ts'
import { EVIDENCE_FOLDER } from './review-evidence.service.ts'

const BATCH_SIZE = 500

/** Verifies reviews whose author has a completed enquiry about the product, for enquiries that were completed after the review was posted. */
export async function verifyByEnquiries(ctx: Pick<Context, 'db'>): Promise<void> {
  for (;;) {
    const provenIds = await queries.listProvenReviews(ctx, BATCH_SIZE)
    if (provenIds.length > 0) await queries.updateVerified(ctx, provenIds, 'enquiry')
    if (provenIds.length < BATCH_SIZE) return
  }
}

const RETENTION_MS = EVIDENCE_RETENTION_DAYS * 86_400_000
/** Age at which a folder without a row is deleted. A younger folder may belong to an upload whose row has not been inserted yet. */
const MIN_ORPHAN_AGE_MS = 600_000

/**
 * Deletes evidence past its retention, and files whose row is missing because of a deleted review, a deleted account or a crash.
 * @param now in ms
 * @returns when the next evidence or file is due; null if there is none
 */
export async function purgeEvidence(ctx: Pick<Context, 'db' | 'site'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteEvidenceBefore(ctx, new Date(now - RETENTION_MS).toISOString())
  const folders = await ctx.site.files.listFolders(EVIDENCE_FOLDER)
  const storedNames = await queries.findKnownEvidence(
    ctx,
    folders.map(({ name }) => name),
  )
  const orphans = folders.filter(({ name }) => !storedNames.has(name))
  const oldOrphans = orphans.filter(({ createdAtMs }) => now - createdAtMs >= MIN_ORPHAN_AGE_MS)
  for (const { name } of oldOrphans) await ctx.site.files.removeFolder(`${EVIDENCE_FOLDER}/${name}`)
  const recentOrphan = orphans.find(({ createdAtMs }) => now - createdAtMs < MIN_ORPHAN_AGE_MS)
  return findEarliest(
    addMs(await findLowest(ctx.db, 'review_evidence', 'sent_at'), RETENTION_MS),
    recentOrphan ? new Date(recentOrphan.createdAtMs + MIN_ORPHAN_AGE_MS).toISOString() : null,
  )
}
