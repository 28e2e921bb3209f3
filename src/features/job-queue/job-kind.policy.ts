/** Job kinds, their priorities, and the backoff after a failure. */
import type { z } from '#platform/contract/zod.ts'

/** `urgent`: a person is waiting for it, as for a password link. `bulk`: there are thousands, as for a newsletter. */
export const JOB_PRIORITIES = { urgent: 10, normal: 20, bulk: 30 } as const
export type JobPriority = keyof typeof JOB_PRIORITIES

/** A job kind as producers see it. Its handler is declared separately, with `handleJob`. */
export interface JobKind<P> {
  /** Feature and action: `mail.send`. Stored in the database, so it must not change. */
  name: string
  payload: z.ZodType<P>
  priority: JobPriority
}

/**
 * Declares a job kind.
 * @param name feature and action, `newsletter.deliver`; stored in the database
 * @param payload schema of the input of the handler, which is stored as JSON and shown to administrators. Pass ids rather than texts: the
 *   rows may have changed or gone when the job runs
 * @param priority of jobs that are enqueued without one
 */
export const defineJobKind = <P>(name: string, payload: z.ZodType<P>, priority: JobPriority = 'normal'): JobKind<P> => ({
  name,
  payload,
  priority,
})

const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 6 * 3_600_000

/**
 * Exponential backoff with jitter: 15 s after the first failed attempt, doubled with each further one up to 6 h, and reduced at random by up
 * to a half, so that jobs that failed together are not retried together.
 * @param random from 0 to 1
 */
export const retryWaitMs = (attempt: number, random: number = Math.random()): number =>
  Math.round(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (1 - random / 2))
