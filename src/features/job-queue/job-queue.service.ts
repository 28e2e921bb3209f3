/** Enqueues jobs of a site, and lists, restarts and discards them for administrators. */
import './job-queue.context.ts'
import type { Context } from '#platform/contract/context.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
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
   * Identifies the job among those of its kind. While a job with this key waits or runs, no other is added; a job that has failed
   * permanently is restarted. Absent: each call adds a job.
   */
  key?: string
  /** Earliest time at which the job starts; absent: it can start at once. */
  at?: Date
  /** Priority of this job, in place of the priority of its kind. */
  priority?: JobPriority
}

/**
 * Adds a job to the queue of the site. Called in a transaction, `enqueueJob({ ...ctx, db: trx }, …)`, the job is added only on commit.
 * The job runs at least once, possibly in another process, and is retried when it fails.
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

/** Exported for queries of other features: returns an SQL condition, whether a row has an open job. */
export { hasOpenJob } from './queued-job.queries.ts'

/** Counts waiting, running and failed jobs of a site for operators, with the age of the oldest due job in seconds. */
export const countJobs = (ctx: Pick<Context, 'db'>): Promise<jobCounts.JobCounts> => jobCounts.countJobs(ctx, new Date())

export const listJobs = (ctx: Context, { state, ...paging }: QueuedJobQuery): Promise<ListResult<QueuedJob>> =>
  queries.listJobRows(ctx, state, paging, new Date().toISOString())

/**
 * Restarts a failed job, or starts a waiting one at once.
 * @throws AppError 404; 409 when the job is running; the error of the handler's `checkRetry`
 */
export async function retryJob(ctx: Context, features: AllFeatures, id: number): Promise<QueuedJob> {
  const job = await getIdleJob(ctx, id)
  const handler = features()
    .flatMap(({ jobHandlers = [] }) => jobHandlers)
    .find(({ kind }) => kind.name === job.kind)
  const payload = handler?.kind.payload.safeParse(job.payload)
  if (payload?.success) await handler?.checkRetry?.(ctx, payload.data)
  return ctx.db.transaction().execute(async (db) => {
    if (!(await queries.restartJob({ db }, id, new Date().toISOString()))) throw await findRefusal({ ...ctx, db }, id)
    await recordAudit({ ...ctx, db }, { action: 'job.retry', subject: { type: 'job', id, title: job.kind } })
    return getJob({ ...ctx, db }, id)
  })
}

/** Deletes a waiting or failed job without running it. @throws AppError 404; 409 when the job is running */
export async function discardJob(ctx: Context, id: number): Promise<{ ok: true }> {
  const job = await getIdleJob(ctx, id)
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

async function getIdleJob(ctx: Context, id: number): Promise<QueuedJob> {
  const job = await getJob(ctx, id)
  if (job.state === 'running') throw runningJobConflict()
  return job
}

/** @returns the error for a running job @throws AppError 404 when the job no longer exists */
async function findRefusal(ctx: Context, id: number) {
  await getJob(ctx, id)
  return runningJobConflict()
}

const runningJobConflict = () => conflict('job.running', 'It is being done right now.')
