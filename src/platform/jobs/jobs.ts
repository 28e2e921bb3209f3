/** Recurring jobs, such as publishing what is due or deleting what has expired: how a feature declares them. */
import type { Tables } from '#db/tables.ts'
import { toError } from '#platform/client/to-error.client.ts'
import type { Context, SiteSettings } from '#platform/contract/context.ts'

/** ISO 8601 in UTC: the next time at which there is something to do without a write before it. Null or absent: none. */
export type NextDue = string | null | undefined

/** @returns `ms` after `at`, or `at` where it is null or undefined */
export const timeAfter = (at: string | null | undefined, ms: number): NextDue => at && new Date(Date.parse(at) + ms).toISOString()

/** @returns the earliest of the times; undefined when none is given */
export const earliestDue = (...times: readonly NextDue[]): NextDue => times.filter((at) => typeof at === 'string').toSorted()[0]

/** What a job deletes by age. Administrators see it under "Data retention", with what each run has removed. */
export interface JobRetention {
  /** The table whose removed rows are counted. */
  table: keyof Tables
  /** `Emails in the outbox` */
  what: string
  /** `90 days after they were written`; null: never, by the settings of the site. */
  after: string | ((settings: SiteSettings) => string | null)
  /** The rows are not deleted, only stripped of personal data. */
  isAnonymised?: true
}

export interface Job {
  name: string
  retention?: JobRetention
  /** The interval. Absent: it runs only when a write to `triggerTables` triggers it. */
  everySeconds?: number
  /** A write to one of these tables triggers a run at once. */
  triggerTables?: readonly string[]
  /**
   * A run at the interval is skipped unless one of these tables was written since the last run, or the time that the last run returned has
   * come. Absent: no run is skipped.
   */
  watchedTables?: readonly string[]
  /**
   * Checked before each run; a run before this time is skipped and counts neither as done nor as failed. Absent: none is skipped.
   * @returns ISO 8601 in UTC; null: never on this site
   */
  findDueAt?(ctx: Context): Promise<string | null>
  /** Every process runs it for itself, because it reads into or cleans the memory of the process. Otherwise only the leader does. */
  isForEveryProcess?: true
  /**
   * @returns when it is next due without a write before it
   * @throws the error that stopped the run, which is logged; the job runs again at its next interval
   */
  run(ctx: Context): Promise<NextDue | void>
}

/**
 * Handles every item, also after one has failed. For jobs whose items do not depend on one another.
 * @param describe names the item in the message of its error
 * @throws AggregateError with the error of each failed item
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
 * Runs the job unless `findDueAt` returns a later time.
 * @returns when it is next due
 */
export async function runIfDue(
  job: Pick<Job, 'run' | 'findDueAt'>,
  ctx: Context,
  run: () => Promise<NextDue | void> = () => job.run(ctx),
): Promise<NextDue | void> {
  if (!job.findDueAt) return run()
  const at = await job.findDueAt(ctx)
  if (at === null || Date.parse(at) > Date.now()) return at
  await run()
  return job.findDueAt(ctx)
}
