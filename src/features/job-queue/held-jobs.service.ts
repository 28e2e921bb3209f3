/** Holds the jobs of a restored, imported or moved database until an administrator resumes or discards them. */
import { recordAudit } from '#features/audit/audit.service.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import type { Context } from '#platform/contract/context.ts'
import type { HeldJobs } from './job-queue.contract.ts'
import * as queries from './held-jobs.queries.ts'

/**
 * Holds all jobs in the queue of a site, because jobs of every kind send something: mails, newsletters, webhooks or notices. Jobs that are
 * enqueued later, such as the mail with a password link, are not held.
 * @returns how many jobs are held, by kind
 */
export const holdJobs = (ctx: Pick<Context, 'db'>): Promise<Record<string, number>> => queries.holdQueuedJobs(ctx)

export async function getHeldJobs(ctx: Pick<Context, 'db'>): Promise<HeldJobs> {
  const kinds = await queries.listHeldKinds(ctx)
  return { total: kinds.reduce((sum, { count }) => sum + count, 0), kinds }
}

/** @returns how many jobs are held, and when the oldest one was enqueued; null if none is held */
export const countHeldJobs = (ctx: Pick<Context, 'db'>): Promise<{ count: number; since: string | null }> => queries.countHeldJobs(ctx)

/** Makes all held jobs due at once. The job of an issue that is scheduled for later enqueues itself again. */
export async function resumeHeldJobs(ctx: Context): Promise<{ jobs: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const jobs = await queries.releaseHeldJobs({ db }, new Date().toISOString())
    await recordAudit({ ...ctx, db }, { action: 'job.resume-held', subject: { type: 'job', id: 0, title: `${jobs} held jobs` } })
    return { jobs }
  })
}

/** Deletes all held jobs without running them, and calls the `onJobDiscarded` callbacks of their features. */
export async function discardHeldJobs(ctx: Context, features: AllFeatures): Promise<{ jobs: number }> {
  const callbacks = new Map(features().flatMap(({ onJobDiscarded = {} }) => Object.entries(onJobDiscarded)))
  return ctx.db.transaction().execute(async (db) => {
    const jobs = await queries.deleteHeldJobs({ db })
    for (const { kind, payload } of jobs) await callbacks.get(kind)?.({ db }, JSON.parse(payload))
    await recordAudit({ ...ctx, db }, { action: 'job.discard-held', subject: { type: 'job', id: 0, title: `${jobs.length} held jobs` } })
    return { jobs: jobs.length }
  })
}
