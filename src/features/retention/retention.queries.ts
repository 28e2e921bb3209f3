import type { Context } from '#platform/contract/context.ts'
import type { RetentionLine } from './retention.contract.ts'

type Db = Pick<Context, 'db'>

/** Returns the time of a rule's last recorded run. */
export async function findLastRun({ db }: Db, rule: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('retention_runs')
    .select('last_run_at')
    .where('rule', '=', rule)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.last_run_at
}

/** Adds a run to the row of its day. */
export async function addRun({ db }: Db, rule: string, at: string, removed: number): Promise<void> {
  await db
    .insertInto('retention_runs')
    .values({ rule, day: at.slice(0, 10), last_run_at: at, runs: 1, removed })
    .onConflict((oc) =>
      oc.columns(['rule', 'day']).doUpdateSet((eb) => ({
        last_run_at: at,
        runs: eb('retention_runs.runs', '+', 1),
        removed: eb('retention_runs.removed', '+', removed),
      })),
    )
    .execute()
}

export async function deleteRunsBefore({ db }: Db, rule: string, day: string): Promise<void> {
  await db.deleteFrom('retention_runs').where('rule', '=', rule).where('day', '<', day).execute()
}

/** Lists the runs by rule, newest first. */
export async function listRuns({ db }: Db, since: string): Promise<Map<string, RetentionLine[]>> {
  const rows = await db
    .selectFrom('retention_runs')
    .select(['rule', 'day', 'last_run_at as lastRunAt', 'runs', 'removed'])
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .execute()
  return Map.groupBy(rows, ({ rule }) => rule) as Map<string, RetentionLine[]>
}
