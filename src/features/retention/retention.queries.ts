import type { Context } from '#platform/contract/context.ts'
import type { RetentionLine } from './retention.contract.ts'

type DbContext = Pick<Context, 'db'>

/** Returns when the last recorded run of the rule was; `undefined` if there is none. */
export async function findLastRun({ db }: DbContext, rule: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('retention_runs')
    .select('last_run_at')
    .where('rule', '=', rule)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.last_run_at
}

/** Adds a run to the row of its day, which is created if necessary. */
export async function addRun({ db }: DbContext, rule: string, ranAt: string, removed: number): Promise<void> {
  await db
    .insertInto('retention_runs')
    .values({ rule, day: ranAt.slice(0, 10), last_run_at: ranAt, runs: 1, removed })
    .onConflict((oc) =>
      oc.columns(['rule', 'day']).doUpdateSet((eb) => ({
        last_run_at: ranAt,
        runs: eb('retention_runs.runs', '+', 1),
        removed: eb('retention_runs.removed', '+', removed),
      })),
    )
    .execute()
}

export async function deleteRunsBefore({ db }: DbContext, rule: string, day: string): Promise<void> {
  await db.deleteFrom('retention_runs').where('rule', '=', rule).where('day', '<', day).execute()
}

/** Lists the runs per rule, newest first. @param since the first day, such as `2026-01-31` */
export async function listRuns({ db }: DbContext, since: string): Promise<Map<string, RetentionLine[]>> {
  const rows = await db
    .selectFrom('retention_runs')
    .select(['rule', 'day', 'last_run_at as lastRunAt', 'runs', 'removed'])
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .execute()
  return Map.groupBy(rows, ({ rule }) => rule) as Map<string, RetentionLine[]>
}
