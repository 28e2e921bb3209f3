/** What is to be done in the background: putting it into the queue, and what administrators see of it and do with it. */
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
   * Names the piece of work among those of its kind. While one of that name waits or runs, another is not added; one that was given up
   * begins anew. Absent: each call adds one.
   */
  key?: string
  /** Not before; at once when absent. */
  at?: Date
  /** In place of the kind's own. */
  priority?: JobPriority
}

/**
 * Puts a piece of work into the site's queue. Within a transaction it is there only if that holds: `enqueueJob({ ...ctx, db: trx }, …)`.
 * It is done at least once, in another request's time or another process, and tried again when it fails.
 * @returns false when one of the same key waits or runs already
 * @throws ZodError when the payload does not fit the kind
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

/** Takes back what has not begun, or was given up. @returns how many pieces */
export const cancelJob = <P>(ctx: Pick<Context, 'db'>, kind: JobKind<P>, key: string): Promise<number> =>
  queries.deleteIdleJob(ctx, kind.name, key)

/** Condition for a query of another room: whether work of this kind waits or runs whose key is that column, as text. */
export { hasOpenJob } from './queued-job.queries.ts'

/** For the operator: what waits, runs and has failed on a site, and since when the oldest of what is due has waited, in seconds. */
export const countJobs = (ctx: Pick<Context, 'db'>): Promise<jobCounts.JobCounts> => jobCounts.countJobs(ctx, new Date())

export const listJobs = (ctx: Context, { state, ...paging }: QueuedJobQuery): Promise<ListResult<QueuedJob>> =>
  queries.listJobRows(ctx, state, paging, new Date().toISOString())

/** Begins one anew that was given up, or does at once what waits for its time. */
export async function retryJob(ctx: Context, id: number): Promise<QueuedJob> {
  const job = await getIdle(ctx, id)
  return ctx.db.transaction().execute(async (db) => {
    if (!(await queries.restartJob({ db }, id, new Date().toISOString()))) throw await findRefusal({ ...ctx, db }, id)
    await recordAudit({ ...ctx, db }, { action: 'job.retry', subject: { type: 'job', id, title: job.kind } })
    return getJob({ ...ctx, db }, id)
  })
}

/** Takes one out that waits or was given up: it is not done. */
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
