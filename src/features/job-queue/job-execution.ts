/** The life cycle of a job: claim, run, and the recording of its result. */
import { createDependencies, trackDependencies, writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { JobFailure, type JobHandler, type RunningJob } from './job-handler.service.ts'
import * as queries from './job-queue.queries.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_ERROR_LENGTH = 500
const CLAIM_LOST = 'Another process has claimed this job.'

/** Other jobs of the kind do not start for this long. */
export interface JobHold {
  of: 'site' | 'everywhere'
  ms: number
}

/**
 * Writes of the queue's own state invalidate no cache and notify no other process, which would otherwise happen four times per job. Writes of
 * handlers do.
 */
const bookkeep = <T>(work: () => Promise<T>): Promise<T> => writeWithoutInvalidation(work)

/** Claims the due job with the highest priority among these kinds. */
export const claimJob = (ctx: Pick<Context, 'db'>, kinds: readonly string[], leaseMs: number): Promise<queries.ClaimedJob | undefined> => {
  const now = Date.now()
  return bookkeep(() => queries.claimDueJob(ctx, kinds, toTime(now), toTime(now + leaseMs)))
}

export const renewLease = (ctx: Pick<Context, 'db'>, job: queries.ClaimedJob, leaseMs: number): Promise<boolean> =>
  bookkeep(() => queries.extendLease(ctx, job, toTime(Date.now() + leaseMs)))

export const releaseAllJobs = (ctx: Pick<Context, 'db'>): Promise<void> => bookkeep(() => queries.releaseLeases(ctx, toTime(Date.now())))

/**
 * Runs a claimed job and records the result.
 * @param signal aborted when the process stops or the claim is lost
 * @returns how long other jobs of the kind must wait, if the failure says so
 * @throws only errors of the database, never those of the handler
 */
export async function executeJob(
  ctx: Context,
  handler: JobHandler,
  claimed: queries.ClaimedJob,
  signal: AbortSignal,
): Promise<JobHold | undefined> {
  let isFinished = false
  const finish: RunningJob['finish'] = async (db) => {
    if (!(await bookkeep(() => queries.deleteClaimedJob({ db }, claimed)))) throw new Error(CLAIM_LOST)
    isFinished = true
  }
  try {
    const payload = readPayload(handler, claimed)
    const isLastAttempt = claimed.attempts >= handler.maxAttempts
    await handler.run(ctx, payload, { id: claimed.id, attempt: claimed.attempts, isLastAttempt, signal, finish })
    if (!isFinished) await bookkeep(() => queries.deleteClaimedJob(ctx, claimed))
    return undefined
  } catch (error) {
    return recordFailure(ctx, handler, claimed, error, signal)
  }
}

function readPayload({ kind }: JobHandler, { payload }: queries.ClaimedJob): unknown {
  const read = kind.payload.safeParse(JSON.parse(payload))
  if (read.success) return read.data
  throw new JobFailure(`The payload no longer matches the schema of ${kind.name}.`, { isFinal: true })
}

async function recordFailure(
  ctx: Context,
  handler: JobHandler,
  claimed: queries.ClaimedJob,
  cause: unknown,
  signal: AbortSignal,
): Promise<JobHold | undefined> {
  const failure = cause instanceof JobFailure ? cause : undefined
  const error = limitText(toError(cause).message, MAX_ERROR_LENGTH)
  const about = { site: ctx.site.id, job: claimed.id, kind: claimed.kind, attempt: claimed.attempts, reason: error }
  // The handler has stopped because the process is stopping: that is no failure.
  if (signal.aborted && !failure) {
    await bookkeep(() => queries.postponeJob(ctx, claimed, toTime(Date.now()), null, false))
    return undefined
  }
  const isCounted = failure?.isCounted ?? true
  if (isCounted && (failure?.isFinal || claimed.attempts >= handler.maxAttempts)) {
    await giveUp(ctx, handler, claimed, error)
    ctx.log.error(failure ? about : { ...about, err: cause }, 'queued job failed permanently')
    return undefined
  }
  const waitMs = failure?.retryInMs ?? handler.waitMs(claimed.attempts)
  await bookkeep(() => queries.postponeJob(ctx, claimed, toTime(Date.now() + waitMs), error, isCounted))
  if (isCounted) ctx.log.warn(failure ? about : { ...about, err: cause }, 'queued job failed, will be retried')
  return failure?.holds && { of: failure.holds, ms: failure.holdMs ?? waitMs }
}

function giveUp(ctx: Context, handler: JobHandler, claimed: queries.ClaimedJob, error: string): Promise<void> {
  return ctx.db.transaction().execute(async (db) => {
    if (!(await bookkeep(() => queries.giveUpJob({ db }, claimed, toTime(Date.now()), error)))) return
    if (!handler.onGivenUp) return
    const payload = handler.kind.payload.safeParse(JSON.parse(claimed.payload))
    if (payload.success) await handler.onGivenUp({ ...ctx, db }, payload.data, error)
  })
}

const toTime = (at: number): string => new Date(at).toISOString()

const TEST_LEASE_MS = 5 * 60_000

/**
 * Runs all due jobs of a site one after the other, until none is due: for tests and commands, which have no runner.
 * @returns the tables that were written
 */
export async function runDueJobs(ctx: Context, handlers: readonly JobHandler[]): Promise<ReadonlySet<string>> {
  const dependencies = createDependencies()
  const open = new Map(handlers.map((handler) => [handler.kind.name, handler]))
  await trackDependencies(dependencies, async () => {
    while (open.size > 0) {
      const claimed = await claimJob(ctx, [...open.keys()], TEST_LEASE_MS)
      const handler = claimed && open.get(claimed.kind)
      if (!claimed || !handler) return
      const hold = await executeJob(ctx, handler, claimed, new AbortController().signal)
      if (hold) open.delete(claimed.kind)
    }
  })
  return dependencies.writes
}
