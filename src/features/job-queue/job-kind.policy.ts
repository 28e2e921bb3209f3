/** Kinds of work that is done in the background, how urgent it is, and how long it waits after a failure. */
import type { z } from '#platform/contract/zod.ts'

/** `urgent`: somebody sits before the screen and waits for it, as for a password link. `bulk`: thousands of them, as a newsletter. */
export const JOB_PRIORITIES = { urgent: 10, normal: 20, bulk: 30 } as const
export type JobPriority = keyof typeof JOB_PRIORITIES

/** What is known of a kind wherever a piece of it is put into the queue. What does it is declared apart: `handleJob`. */
export interface JobKind<P> {
  /** Its feature and what is done, `mail.send`. Stands in the database: it may not change. */
  name: string
  payload: z.ZodType<P>
  priority: JobPriority
}

/**
 * Declares a kind of background work.
 * @param name its feature and what is done, `newsletter.deliver`; rows in the database carry it
 * @param payload of what its handler needs to know; JSON. Ids rather than texts: what they name may have changed or gone when it is done,
 *   and administrators see it
 * @param priority of all of its pieces that say nothing else
 */
export const defineJobKind = <P>(name: string, payload: z.ZodType<P>, priority: JobPriority = 'normal'): JobKind<P> => ({
  name,
  payload,
  priority,
})

const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 6 * 3_600_000

/**
 * How long to wait after the nth attempt has failed: twice as long each time, at most six hours, and up to a half less by chance, so that
 * what failed together is not tried together.
 * @param random from 0 to 1
 */
export const retryWaitMs = (attempt: number, random: number = Math.random()): number =>
  Math.round(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (1 - random / 2))
