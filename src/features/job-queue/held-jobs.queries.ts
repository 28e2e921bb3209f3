import type { Context } from '#platform/contract/context.ts'
import { HELD_UNTIL } from './held-jobs.policy.ts'

type Db = Pick<Context, 'db'>

/**
 * Holds all jobs, including those that were running when the backup was made. Failed jobs are not retried and stay unchanged.
 * @returns how many jobs are held, by kind
 */
export async function holdQueuedJobs({ db }: Db): Promise<Record<string, number>> {
  const rows = await db
    .updateTable('queued_jobs')
    .set({ due_at: HELD_UNTIL, started_at: null })
    .where('due_at', 'is not', null)
    .returning('kind')
    .execute()
  const counts: Record<string, number> = {}
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

export async function listHeldKinds({ db }: Db) {
  return db
    .selectFrom('queued_jobs')
    .select((eb) => [
      'kind',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('created_at').as('oldest'),
      eb.fn.max('created_at').as('newest'),
    ])
    .where('due_at', '=', HELD_UNTIL)
    .groupBy('kind')
    .orderBy('kind')
    .execute()
}

export const countHeldJobs = ({ db }: Db) =>
  db
    .selectFrom('queued_jobs')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('created_at').as('since')])
    .where('due_at', '=', HELD_UNTIL)
    .executeTakeFirstOrThrow()

export async function releaseHeldJobs({ db }: Db, now: string): Promise<number> {
  const { numUpdatedRows } = await db.updateTable('queued_jobs').set({ due_at: now }).where('due_at', '=', HELD_UNTIL).executeTakeFirst()
  return Number(numUpdatedRows)
}

export const deleteHeldJobs = ({ db }: Db) =>
  db.deleteFrom('queued_jobs').where('due_at', '=', HELD_UNTIL).returning(['kind', 'payload']).execute()
