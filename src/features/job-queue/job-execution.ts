/** One piece of work from its claim to its end, however it ends. */
import { createDependencies, trackDependencies, writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { JobFailure, type JobHandler, type RunningJob } from './job-handler.service.ts'
import * as queries from './job-queue.queries.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_ERROR_LENGTH = 500
const LOST = 'Another process has taken this work over.'

/** Other pieces of the kind are left alone for so long. */
export interface JobHold {
  of: 'site' | 'everywhere'
  ms: number
}

/**
 * What the queue writes of its own work makes nothing old, and no other process needs to hear of it: each piece would else be told of four times.
 * What a handler writes is told as ever.
 */
const bookkeep = <T>(work: () => Promise<T>): Promise<T> => writeWithoutInvalidation(work)

/** Takes the most urgent piece of these handlers that is due. */
export const claimJob = (ctx: Pick<Context, 'db'>, kinds: readonly string[], leaseMs: number): Promise<queries.ClaimedJob | undefined> => {
  const now = Date.now()
  return bookkeep(() => queries.claimDueJob(ctx, kinds, toTime(now), toTime(now + leaseMs)))
}

export const renewLease = (ctx: Pick<Context, 'db'>, job: queries.ClaimedJob, leaseMs: number): Promise<boolean> =>
  bookkeep(() => queries.extendLease(ctx, job, toTime(Date.now() + leaseMs)))

export const releaseAllJobs = (ctx: Pick<Context, 'db'>): Promise<void> => bookkeep(() => queries.releaseLeases(ctx, toTime(Date.now())))

/**
 * Runs a claimed piece, and notes what came of it. Never throws for what the handler does; a database that is away is the caller's.
 * @param signal aborted when the process is to stop, or the claim was lost
 */
export async function executeJob(
  ctx: Context,
  handler: JobHandler,
  claimed: queries.ClaimedJob,
  signal: AbortSignal,
): Promise<JobHold | undefined> {
  let isFinished = false
  const finish: RunningJob['finish'] = async (db) => {
    if (!(await bookkeep(() => queries.deleteClaimedJob({ db }, claimed)))) throw new Error(LOST)
    isFinished = true
  }
  try {
    const payload = readPayload(handler, claimed)
    const isLastAttempt = claimed.attempts >= handler.maxAttempts
    await handler.run(ctx, payload, { id: claimed.id, attempt: claimed.attempts, isLastAttempt, signal, finish })
    if (!isFinished) await bookkeep(() => queries.deleteClaimedJob(ctx, claimed))
    return undefined
  } catch (fault) {
    return noteFailure(ctx, handler, claimed, fault, signal)
  }
}

function readPayload({ kind }: JobHandler, { payload }: queries.ClaimedJob): unknown {
  const read = kind.payload.safeParse(JSON.parse(payload))
  if (read.success) return read.data
  throw new JobFailure(`What was to be done does not fit ${kind.name} any more.`, { isFinal: true })
}

async function noteFailure(
  ctx: Context,
  handler: JobHandler,
  claimed: queries.ClaimedJob,
  fault: unknown,
  signal: AbortSignal,
): Promise<JobHold | undefined> {
  const failure = fault instanceof JobFailure ? fault : undefined
  const error = limitText(toError(fault).message, MAX_ERROR_LENGTH)
  const about = { site: ctx.site.id, job: claimed.id, kind: claimed.kind, attempt: claimed.attempts, reason: error }
  // Told to stop, it has stopped: that is no failure.
  if (signal.aborted && !failure) {
    await bookkeep(() => queries.postponeJob(ctx, claimed, toTime(Date.now()), null, false))
    return undefined
  }
  const isCounted = failure?.isCounted ?? true
  if (isCounted && (failure?.isFinal || claimed.attempts >= handler.maxAttempts)) {
    await giveUp(ctx, handler, claimed, error)
    ctx.log.error(failure ? about : { ...about, err: fault }, 'work in the background has failed for good')
    return undefined
  }
  const waitMs = failure?.retryInMs ?? handler.waitMs(claimed.attempts)
  await bookkeep(() => queries.postponeJob(ctx, claimed, toTime(Date.now() + waitMs), error, isCounted))
  if (isCounted) ctx.log.warn(failure ? about : { ...about, err: fault }, 'work in the background has failed and is tried again')
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

const LONGEST_RUN_MS = 5 * 60_000

/**
 * Does all that is due on a site now, one piece after the other, and comes back when nothing is: for tests and commands, where no
 * runner is at work.
 * @returns which tables were written
 */
export async function runDueJobs(ctx: Context, handlers: readonly JobHandler[]): Promise<ReadonlySet<string>> {
  const dependencies = createDependencies()
  const open = new Map(handlers.map((handler) => [handler.kind.name, handler]))
  await trackDependencies(dependencies, async () => {
    while (open.size > 0) {
      const claimed = await claimJob(ctx, [...open.keys()], LONGEST_RUN_MS)
      const handler = claimed && open.get(claimed.kind)
      if (!claimed || !handler) return
      const hold = await executeJob(ctx, handler, claimed, new AbortController().signal)
      if (hold) open.delete(claimed.kind)
    }
  })
  return dependencies.writes
}
