/** How a feature does the work that it has put into the queue. */
import type { SiteDatabase } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { retryWaitMs, type JobKind } from './job-kind.policy.ts'

/** One piece of work, as its handler sees it. */
export interface RunningJob {
  id: number
  /** 1 for the first. */
  attempt: number
  /** Another failure, and it is given up. */
  isLastAttempt: boolean
  /** Aborted when the process is to stop, or when somebody else has taken the work over: then end soon, by throwing. */
  signal: AbortSignal
  /**
   * Takes the work out of the queue as a part of the handler's own transaction, so that what was done and that it was done hold
   * together or not at all. Without it the work is taken out after the handler has returned.
   * @throws Error when the work is no longer this process's: let it through, so that the transaction is rolled back
   */
  finish(db: SiteDatabase): Promise<void>
}

interface HandlerOptions<P> {
  /**
   * Does one piece. It may be begun more than once, after a failure or when a process ends in the middle, and so has to find out what is
   * done already. It ends well, or throws: any error is tried again later, a `JobFailure` says more.
   */
  run(ctx: Context, payload: P, job: RunningJob): Promise<void>
  /** Called within the transaction that gives a piece up. */
  onGivenUp?(ctx: Context, payload: P, error: string): Promise<void>
  /** How many of a site may run at once; 1 when absent. */
  concurrency?: number
  /** After so many it is given up; 10 when absent, which is about two hours. */
  maxAttempts?: number
  /** After the nth failure; growing by itself when absent. */
  waitMs?(attempt: number): number
}

/** What `handleJob` makes; its payload has been checked before. */
export interface JobHandler {
  kind: JobKind<unknown>
  concurrency: number
  maxAttempts: number
  waitMs(attempt: number): number
  run(ctx: Context, payload: unknown, job: RunningJob): Promise<void>
  onGivenUp?(ctx: Context, payload: unknown, error: string): Promise<void>
}

const USUAL_ATTEMPTS = 10

/**
 * Declares what does the work of a kind: for `jobHandlers` in a `feature.ts`. At most one process does a piece at a time.
 * @param kind as made by `defineJobKind`
 */
export const handleJob = <P>(kind: JobKind<P>, options: HandlerOptions<P>): JobHandler =>
  ({ concurrency: 1, maxAttempts: USUAL_ATTEMPTS, waitMs: (attempt: number) => retryWaitMs(attempt), ...options, kind }) as JobHandler

interface FailureOptions {
  /** To try again is of no use. */
  isFinal?: boolean
  /** In place of the kind's own wait. */
  retryInMs?: number
  /** False: it is nothing that the work itself is at fault for, so it counts as no attempt. */
  isCounted?: boolean
  /** Other pieces of the kind would fail as well: those of this site, or of all sites, wait too. */
  holds?: 'site' | 'everywhere'
  /** How long they wait; as long as this one where it is not said. */
  holdMs?: number
  cause?: unknown
}

/** Thrown by a handler that knows more about its failure than that it has failed. The message is shown to administrators. */
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
