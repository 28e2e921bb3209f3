/** Types with which features declare recurring jobs, such as publishing articles that are due or deleting rows that have expired. */
import type { Tables } from '#db/tables.ts'
import { toError } from '#platform/client/to-error.client.ts'
import type { Context, SiteSettings } from '#platform/contract/context.ts'

/**
 * The next time (ISO 8601, UTC) at which a job has work even if nothing is written before. `null` or `undefined` if there is no such time.
 */
export type NextDue = string | null | undefined

/** Adds milliseconds to a time. @param time in ISO 8601 @returns the time in ISO 8601, UTC; `time` itself if it is `null` or `undefined` */
export const addMs = (time: string | null | undefined, ms: number): NextDue => time && new Date(Date.parse(time) + ms).toISOString()

/** @returns the earliest of the times, ignoring `null` and `undefined`; `undefined` if none remains */
export const findEarliest = (...times: readonly NextDue[]): NextDue => times.filter((time) => typeof time === 'string').toSorted()[0]

/** Describes what a job deletes by age. Administrators see it under "Data retention", with the number of rows that each run has removed. */
export interface JobRetention {
  /** The table whose removed rows are counted. */
  table: keyof Tables
  /** Name of the deleted data, such as `Emails in the outbox`. */
  what: string
  /** When the data is deleted, such as `90 days after they were written`; `null` if the settings of the site say never. */
  after: string | ((settings: SiteSettings) => string | null)
  /** Set if the rows are not deleted but stripped of personal data. */
  isAnonymised?: true
}

export interface Job {
  name: string
  retention?: JobRetention
  /** The interval. If it is absent, the job runs only at the start and when a write to `triggerTables` triggers it. */
  everySeconds?: number
  /** A write to one of these tables triggers a run at once. */
  triggerTables?: readonly string[]
  /**
   * A run at the interval is skipped unless one of these tables was written since the last run, the last run failed, or the time that it
   * returned has come. If `watchedTables` is absent, no run is skipped.
   */
  watchedTables?: readonly string[]
  /**
   * Finds the time before which runs are skipped; skipped runs count neither as done nor as failed. If it is absent, no run is skipped.
   * @returns a time in ISO 8601, UTC; `null` if the job never runs on this site
   */
  findDueAt?(ctx: Context): Promise<string | null>
  /** Set if every process runs the job, because the job fills or cleans the process's memory. Otherwise only the leader runs it. */
  isForEveryProcess?: true
  /**
   * Runs the job.
   * @returns when the job is next due even if nothing is written before
   * @throws the error that stopped the run; it is logged, and the job runs again at its next interval
   */
  run(ctx: Context): Promise<NextDue | void>
}

/**
 * Handles all items in sequence and continues after one has failed. It is for jobs whose items do not depend on one another.
 * @param describe returns the name of an item for the message of its error
 * @throws AggregateError with the errors of all failed items
 */
export async function runForEach<T>(items: Iterable<T>, describe: (item: T) => string, work: (item: T) => Promise<void>): Promise<void> {
  const errors: Error[] = []
  for (const item of items)
    try {
      await work(item)
    } catch (error) {
      errors.push(new Error(`${describe(item)}: ${toError(error).message}`, { cause: error }))
    }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join('; '))
}

/**
 * Runs the job unless `findDueAt` returns a later time or `null`.
 * @param run runs the job; callers can wrap `job.run`
 * @returns when the job is next due
 * @throws the error of `findDueAt` or `run`
 */
export async function runIfDue(
  job: Pick<Job, 'run' | 'findDueAt'>,
  ctx: Context,
  run: () => Promise<NextDue | void> = () => job.run(ctx),
): Promise<NextDue | void> {
  if (!job.findDueAt) return run()
  const dueAt = await job.findDueAt(ctx)
  if (dueAt === null || Date.parse(dueAt) > Date.now()) return dueAt
  await run()
  return job.findDueAt(ctx)
}
