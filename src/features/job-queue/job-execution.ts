/** Claims a job, runs it, and records its result. */
import { createDependencies, trackDependencies, writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { JobFailure, type JobHandler, type RunningJob } from './job-handler.service.ts'
import * as queries from './job-queue.queries.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_ERROR_LENGTH = 500
const CLAIM_LOST = 'Another process has claimed this job.'

/** Prevents other jobs of the kind from starting for `ms` milliseconds, on this site or on all sites. */
export interface JobPause {
  of: 'site' | 'everywhere'
  ms: number
}

/**
 * Writes the state of the queue without invalidating caches or notifying other processes, which would otherwise happen four times per job.
 * Writes of handlers do both.
 */
const writeQueueState = <T>(work: () => Promise<T>): Promise<T> => writeWithoutInvalidation(work)

/** Claims the due job with the highest priority among these kinds; undefined if none is due. */
export const claimJob = (ctx: Pick<Context, 'db'>, kinds: readonly string[], leaseMs: number): Promise<queries.ClaimedJob | undefined> => {
  const now = Date.now()
  return writeQueueState(() => queries.claimDueJob(ctx, kinds, toIsoTime(now), toIsoTime(now + leaseMs)))
}

export const renewLease = (ctx: Pick<Context, 'db'>, job: queries.ClaimedJob, leaseMs: number): Promise<boolean> =>
  writeQueueState(() => queries.extendLease(ctx, job, toIsoTime(Date.now() + leaseMs)))

export const releaseAllJobs = (ctx: Pick<Context, 'db'>): Promise<void> =>
  writeQueueState(() => queries.releaseLeases(ctx, toIsoTime(Date.now())))

/**
 * Runs a claimed job and records its result.
 * @param signal is aborted when the process stops or the claim is lost
 * @returns how long other jobs of the kind must wait; undefined if they need not
 * @throws errors of the database, but never those of the handler
 */
export async function executeJob(
  ctx: Context,
  handler: JobHandler,
  claimed: queries.ClaimedJob,
  signal: AbortSignal,
): Promise<JobPause | undefined> {
  let isFinished = false
  const finish: RunningJob['finish'] = async (db) => {
    if (!(await writeQueueState(() => queries.deleteClaimedJob({ db }, claimed)))) throw new Error(CLAIM_LOST)
    isFinished = true
  }
  try {
    const payload = readPayload(handler, claimed)
    const isLastAttempt = claimed.attempts >= handler.maxAttempts
    await handler.run(ctx, payload, { id: claimed.id, attempt: claimed.attempts, isLastAttempt, signal, finish })
    if (!isFinished) await writeQueueState(() => queries.deleteClaimedJob(ctx, claimed))
    return undefined
  } catch (error) {
    return recordFailure(ctx, handler, claimed, error, signal)
  }
}

function readPayload({ kind }: JobHandler, { payload }: queries.ClaimedJob): unknown {
  const result = kind.payload.safeParse(JSON.parse(payload))
  if (result.success) return result.data
  throw new JobFailure(`The payload no longer matches the schema of ${kind.name}.`, { isFinal: true })
}

async function recordFailure(
  ctx: Context,
  handler: JobHandler,
  claimed: queries.ClaimedJob,
  cause: unknown,
  signal: AbortSignal,
): Promise<JobPause | undefined> {
  const jobFailure = cause instanceof JobFailure ? cause : undefined
  const error = limitText(toError(cause).message, MAX_ERROR_LENGTH)
  const logFields = { site: ctx.site.id, job: claimed.id, kind: claimed.kind, attempt: claimed.attempts, reason: error }
  // A handler that stops because the process is stopping has not failed.
  if (signal.aborted && !jobFailure) {
    await writeQueueState(() => queries.postponeJob(ctx, claimed, toIsoTime(Date.now()), null, false))
    return undefined
  }
  const isCounted = jobFailure?.isCounted ?? true
  if (isCounted && (jobFailure?.isFinal || claimed.attempts >= handler.maxAttempts)) {
    await giveUp(ctx, handler, claimed, error)
    if (jobFailure?.isExpected) ctx.log.info(logFields, 'queued job refused')
    else ctx.log.error(jobFailure ? logFields : { ...logFields, err: cause }, 'queued job failed permanently')
    return undefined
  }
  const waitMs = jobFailure?.retryInMs ?? handler.getRetryDelayMs(claimed.attempts)
  await writeQueueState(() => queries.postponeJob(ctx, claimed, toIsoTime(Date.now() + waitMs), error, isCounted))
  if (isCounted) ctx.log.warn(jobFailure ? logFields : { ...logFields, err: cause }, 'queued job failed, will be retried')
  return jobFailure?.pauses && { of: jobFailure.pauses, ms: jobFailure.pauseMs ?? waitMs }
}

function giveUp(ctx: Context, handler: JobHandler, claimed: queries.ClaimedJob, error: string): Promise<void> {
  return ctx.db.transaction().execute(async (db) => {
    if (!(await writeQueueState(() => queries.giveUpJob({ db }, claimed, toIsoTime(Date.now()), error)))) return
    if (!handler.onFinalFailure) return
    const payload = handler.kind.payload.safeParse(JSON.parse(claimed.payload))
    if (payload.success) await handler.onFinalFailure({ ...ctx, db }, payload.data, error)
  })
}

const toIsoTime = (time: number): string => new Date(time).toISOString()

const TEST_LEASE_MS = 5 * 60_000

/**
 * Runs the due jobs of a site one after the other until none is due. Used by tests and commands, which have no runner.
 * @returns names of the tables that were written
 */
export async function runDueJobs(ctx: Context, handlers: readonly JobHandler[]): Promise<ReadonlySet<string>> {
  const dependencies = createDependencies()
  const openHandlers = new Map(handlers.map((handler) => [handler.kind.name, handler]))
  await trackDependencies(dependencies, async () => {
    while (openHandlers.size > 0) {
      const claimed = await claimJob(ctx, [...openHandlers.keys()], TEST_LEASE_MS)
      const handler = claimed && openHandlers.get(claimed.kind)
      if (!claimed || !handler) return
      const pause = await executeJob(ctx, handler, claimed, new AbortController().signal)
      if (pause) openHandlers.delete(claimed.kind)
    }
  })
  return dependencies.writes
}
