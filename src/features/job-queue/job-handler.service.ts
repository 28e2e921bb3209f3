/** Declares how the jobs of a kind are run. */
import type { SiteDatabase } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { retryWaitMs, type JobKind } from './job-kind.policy.ts'

/** A job, as its handler sees it. */
export interface RunningJob {
  id: number
  /** 1 for the first attempt. */
  attempt: number
  /** If this attempt fails, the job fails permanently. */
  isLastAttempt: boolean
  /** Aborted when the process stops or another process has claimed the job. The handler should then throw soon. */
  signal: AbortSignal
  /**
   * Deletes the job within the handler's transaction, so that its effects and its completion are committed together. Without this call the job
   * is deleted after the handler has returned.
   * @throws Error if the claim no longer holds. Do not catch it, so that the transaction is rolled back
   */
  finish(db: SiteDatabase): Promise<void>
}

interface HandlerOptions<P> {
  /**
   * Runs a job. It can run more than once, after a failure or when a process ends, so it must be idempotent. Any error causes a retry; a
   * `JobFailure` controls it.
   */
  run(ctx: Context, payload: P, job: RunningJob): Promise<void>
  /** Called within the transaction that marks the job as failed. */
  onGivenUp?(ctx: Context, payload: P, error: string): Promise<void>
  /** Number of jobs of a site that may run at once; 1 when absent. */
  concurrency?: number
  /** The job fails permanently after this many attempts; 10 when absent, which takes about two hours. */
  maxAttempts?: number
  /** Wait after the nth failure; `retryWaitMs` when absent. */
  waitMs?(attempt: number): number
}

/** A handler as the queue runs it, after the payload was validated. */
export interface JobHandler {
  kind: JobKind<unknown>
  concurrency: number
  maxAttempts: number
  waitMs(attempt: number): number
  run(ctx: Context, payload: unknown, job: RunningJob): Promise<void>
  onGivenUp?(ctx: Context, payload: unknown, error: string): Promise<void>
}

const DEFAULT_MAX_ATTEMPTS = 10

/**
 * Declares the handler of a job kind, for `jobHandlers` in a `feature.ts`. At most one process runs a job at a time.
 * @param kind the result of `defineJobKind`
 */
export const handleJob = <P>(kind: JobKind<P>, options: HandlerOptions<P>): JobHandler =>
  ({ concurrency: 1, maxAttempts: DEFAULT_MAX_ATTEMPTS, waitMs: (attempt: number) => retryWaitMs(attempt), ...options, kind }) as JobHandler

interface FailureOptions {
  /** Do not retry. */
  isFinal?: boolean
  /** Overrides the wait of the handler. */
  retryInMs?: number
  /** False: the job did not cause the failure, so the attempt is not counted. */
  isCounted?: boolean
  /** Other jobs of the kind would fail as well: those of this site, or of all sites, also wait. */
  holds?: 'site' | 'everywhere'
  /** How long the others wait; as long as this job when absent. */
  holdMs?: number
  cause?: unknown
}

/** Thrown by a handler to control retries. Administrators see the message. */
export class JobFailure extends Error {
  readonly isFinal: boolean
  readonly retryInMs: number | undefined
  readonly isCounted: boolean
  readonly holds: 'site' | 'everywhere' | undefined
  readonly holdMs: number | undefined
  constructor(message: string, { isFinal = false, retryInMs, isCounted = true, holds, holdMs, cause }: FailureOptions = {}) {
    super(message, { cause })
    this.isFinal = isFinal
    this.retryInMs = retryInMs
    this.isCounted = isCounted
    this.holds = holds
    this.holdMs = holdMs
  }
}
