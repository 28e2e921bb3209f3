/** Defines job kinds, their priorities, and the backoff after a failure. */
import type { z } from '#platform/contract/zod.ts'

/** `urgent` is for mail that a user is waiting for, such as a password link, and `bulk` for thousands of mails, such as a newsletter. */
export const JOB_PRIORITIES = { urgent: 10, normal: 20, bulk: 30 } as const
export type JobPriority = keyof typeof JOB_PRIORITIES

/** What is needed to enqueue jobs of a kind. The handler is declared separately, with `handleJob`. */
export interface JobKind<P> {
  /** Name of the feature and the action: `mail.send`. It is stored in the database, so it must not change. */
  name: string
  payload: z.ZodType<P>
  priority: JobPriority
}

/**
 * Declares a job kind.
 * @param name name of the feature and the action: `newsletter.deliver`; stored in the database
 * @param payload schema of the handler's input, which is stored as JSON and shown to administrators. It should contain ids rather than
 *   texts, because rows may have changed or been deleted when the job runs
 * @param priority priority of jobs that are enqueued without one
 */
export const defineJobKind = <P>(name: string, payload: z.ZodType<P>, priority: JobPriority = 'normal'): JobKind<P> => ({
  name,
  payload,
  priority,
})

const FIRST_WAIT_MS = 15_000
const MAX_WAIT_MS = 6 * 3_600_000

/**
 * Returns the delay of an exponential backoff with jitter: 15 s after the first failed attempt, doubled after each further one up to 6 h,
 * and reduced at random by up to a half, so that jobs that failed together are not retried together.
 * @param random number from 0 to 1
 */
export const retryWaitMs = (attempt: number, random: number = Math.random()): number =>
  Math.round(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (1 - random / 2))
