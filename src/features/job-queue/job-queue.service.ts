/** The job queue of a site: enqueueing, and the administrator's view of it. */
import './job-queue.context.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { conflict, notFound } from '#platform/contract/errors.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { JOB_PRIORITIES, type JobKind, type JobPriority } from './job-kind.policy.ts'
import * as queue from './job-queue.queries.ts'
import type { QueuedJob, QueuedJobQuery } from './job-queue.contract.ts'
import * as queries from './queued-job.queries.ts'
import * as jobCounts from './job-counts.queries.ts'

export interface EnqueueOptions {
  /**
   * Identifies the job among those of its kind. While one with this key waits or runs, no other is added; one that has failed permanently is
   * restarted. Absent: each call adds a job.
   */
  key?: string
  /** The job does not start before this time. Absent: it may start at once. */
  at?: Date
  /** Overrides the priority of the kind. */
  priority?: JobPriority
}

/**
 * Adds a job to the queue of the site. Within a transaction it is added only when that commits: `enqueueJob({ ...ctx, db: trx }, …)`.
 * It runs at least once, possibly in another process, and is retried when it fails.
 * @returns false if a job with the same key is waiting or running
 * @throws ZodError if the payload does not match the schema of the kind
 */
export async function enqueueJob<P>(
  ctx: Pick<Context, 'db'>,
  kind: JobKind<P>,
  payload: P,
  { key, at, priority = kind.priority }: EnqueueOptions = {},
): Promise<boolean> {
  const now = new Date()
  return queue.insertJob(ctx, {
    kind: kind.name,
    key: key ?? null,
    payload: JSON.stringify(kind.payload.parse(payload)),
    priority: JOB_PRIORITIES[priority],
    dueAt: (at ?? now).toISOString(),
    createdAt: now.toISOString(),
  })
}

/** Deletes a job that is not running. @returns the number of deleted jobs, 0 or 1 */
export const cancelJob = <P>(ctx: Pick<Context, 'db'>, kind: JobKind<P>, key: string): Promise<number> =>
  queries.deleteIdleJob(ctx, kind.name, key)

/** SQL condition for queries of other features: whether a job of this kind waits or runs whose key is the value of a column. */
export { hasOpenJob } from './queued-job.queries.ts'

/** Counts waiting, running and failed jobs of a site for operators, with the age of the oldest due job in seconds. */
export const countJobs = (ctx: Pick<Context, 'db'>): Promise<jobCounts.JobCounts> => jobCounts.countJobs(ctx, new Date())

export const listJobs = (ctx: Context, { state, ...paging }: QueuedJobQuery): Promise<ListResult<QueuedJob>> =>
  queries.listJobRows(ctx, state, paging, new Date().toISOString())

/** Restarts a failed job, or starts a waiting one at once. */
export async function retryJob(ctx: Context, id: number): Promise<QueuedJob> {
  const job = await getIdle(ctx, id)
  return ctx.db.transaction().execute(async (db) => {
    if (!(await queries.restartJob({ db }, id, new Date().toISOString()))) throw await findRefusal({ ...ctx, db }, id)
    await recordAudit({ ...ctx, db }, { action: 'job.retry', subject: { type: 'job', id, title: job.kind } })
    return getJob({ ...ctx, db }, id)
  })
}

/** Deletes a waiting or failed job without running it. */
export async function discardJob(ctx: Context, id: number): Promise<{ ok: true }> {
  const job = await getIdle(ctx, id)
  await ctx.db.transaction().execute(async (db) => {
    if (!(await queries.deleteIdleJobById({ db }, id))) throw await findRefusal({ ...ctx, db }, id)
    await recordAudit({ ...ctx, db }, { action: 'job.discard', subject: { type: 'job', id, title: job.kind } })
  })
  return { ok: true }
}

async function getJob(ctx: Context, id: number): Promise<QueuedJob> {
  const job = await queries.findJobRow(ctx, id, new Date().toISOString())
  if (!job) throw notFound('job')
  return job
}

async function getIdle(ctx: Context, id: number): Promise<QueuedJob> {
  const job = await getJob(ctx, id)
  if (job.state === 'running') throw running()
  return job
}

/** @throws AppError 404 when the job is no longer there */
async function findRefusal(ctx: Context, id: number) {
  await getJob(ctx, id)
  return running()
}

const running = () => conflict('job.running', 'It is being done right now.')
