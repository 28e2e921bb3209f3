/** Declares job handlers, which run the jobs of a kind. */
import type { SiteDatabase } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { retryWaitMs, type JobKind } from './job-kind.policy.ts'

/** The job that a handler is running. */
export interface RunningJob {
  id: number
  /** Number of this attempt; the first one is 1. */
  attempt: number
  /** Whether the job fails permanently if this attempt fails. */
  isLastAttempt: boolean
  /** Is aborted when the process stops or the claim is lost. The handler should then throw soon. */
  signal: AbortSignal
  /**
   * Deletes the job in the handler's transaction, so that its effects and its completion are committed together. Without this call the job
   * is deleted after the handler has returned.
   * @throws Error if the claim is lost; the handler must not catch it, so that the transaction is rolled back
   */
  finish(db: SiteDatabase): Promise<void>
}

interface HandlerOptions<P> {
  /**
   * Runs a job. It must be idempotent, because a job can run again after a failure or when a process ends. Every error causes a retry;
   * throw a `JobFailure` to control it.
   */
  run(ctx: Context, payload: P, job: RunningJob): Promise<void>
  /** Called in the transaction that marks the job as permanently failed. */
  onFinalFailure?(ctx: Context, payload: P, error: string): Promise<void>
  /** Called before an administrator restarts a job. @throws AppError if the job could only fail; administrators see its message */
  checkRetry?(ctx: Context, payload: P): Promise<void>
  /** Maximum number of jobs of this kind that run at the same time per site; 1 by default. */
  concurrency?: number
  /** Number of attempts after which the job fails permanently; 10 by default, which takes about two hours. */
  maxAttempts?: number
  /** Returns the delay after a failed attempt; `retryWaitMs` by default. */
  getRetryDelayMs?(attempt: number): number
}

/** A handler with its defaults, whose payload is validated before it is called. */
export interface JobHandler {
  kind: JobKind<unknown>
  concurrency: number
  maxAttempts: number
  getRetryDelayMs(attempt: number): number
  run(ctx: Context, payload: unknown, job: RunningJob): Promise<void>
  onFinalFailure?(ctx: Context, payload: unknown, error: string): Promise<void>
  checkRetry?(ctx: Context, payload: unknown): Promise<void>
}

const DEFAULT_MAX_ATTEMPTS = 10

/**
 * Declares the handler of a job kind, for `jobHandlers` in a `feature.ts`. A job is never run by two processes at once.
 * @param kind result of `defineJobKind`
 */
export const handleJob = <P>(kind: JobKind<P>, options: HandlerOptions<P>): JobHandler =>
  ({
    concurrency: 1,
    maxAttempts: DEFAULT_MAX_ATTEMPTS,
    getRetryDelayMs: (attempt: number) => retryWaitMs(attempt),
    ...options,
    kind,
  }) as JobHandler

interface FailureOptions {
  /** Whether the job fails permanently, without a retry. */
  isFinal?: boolean
  /** Whether a final failure follows from a decision of an administrator. It is logged as information, not as an error. */
  isExpected?: boolean
  /** Delay before the retry, in place of the handler's `getRetryDelayMs`. */
  retryInMs?: number
  /** Whether the attempt counts; false for failures that the job did not cause. */
  isCounted?: boolean
  /** Pauses all jobs of this kind, on this site or on all sites, because they would fail for the same reason: the mail server is down. */
  pauses?: 'site' | 'everywhere'
  /** Duration of the pause; the delay before the retry by default. */
  pauseMs?: number
  cause?: unknown
}

/** Error that a handler throws to control retries. Administrators see its message. */
export class JobFailure extends Error {
  readonly isFinal: boolean
  readonly isExpected: boolean
  readonly retryInMs: number | undefined
  readonly isCounted: boolean
  readonly pauses: 'site' | 'everywhere' | undefined
  readonly pauseMs: number | undefined
  constructor(
    message: string,
    { isFinal = false, isExpected = false, retryInMs, isCounted = true, pauses, pauseMs, cause }: FailureOptions = {},
  ) {
    super(message, { cause })
    this.isFinal = isFinal
    this.isExpected = isExpected
    this.retryInMs = retryInMs
    this.isCounted = isCounted
    this.pauses = pauses
    this.pauseMs = pauseMs
  }
}
