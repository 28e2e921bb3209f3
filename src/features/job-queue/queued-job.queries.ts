/** Queries on the queue for administrators and operators. */
import { sql, type ExpressionBuilder, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { QueuedJob, QueuedJobState } from './job-queue.contract.ts'
import { HELD_UNTIL } from './held-jobs.policy.ts'
import { JOB_PRIORITIES, type JobKind } from './job-kind.policy.ts'

type Db = Pick<Context, 'db'>

const COLUMNS = [
  'id',
  'kind',
  'payload',
  'priority',
  'due_at as dueAt',
  'started_at as startedAt',
  'failed_at as failedAt',
  'attempts',
  'created_at as createdAt',
  'last_error as lastError',
] as const

const selectJobs = ({ db }: Db) => db.selectFrom('queued_jobs').select(COLUMNS)
type JobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['executeTakeFirstOrThrow']>>

/** Converts a row. A job with an expired lease counts as waiting, because the process that ran it has ended. */
function toJob({ priority, payload, ...row }: JobRow, now: string): QueuedJob {
  const isRunning = row.startedAt !== null && row.dueAt !== null && row.dueAt > now
  const isHeld = row.dueAt !== null && Date.parse(row.dueAt) === Date.parse(HELD_UNTIL)
  const state = row.failedAt !== null ? 'failed' : isRunning ? 'running' : isHeld ? 'held' : 'waiting'
  return {
    ...row,
    state,
    dueAt: state === 'waiting' ? row.dueAt : null,
    startedAt: isRunning ? row.startedAt : null,
    priority: priority <= JOB_PRIORITIES.urgent ? 'urgent' : priority <= JOB_PRIORITIES.normal ? 'normal' : 'bulk',
    payload: JSON.parse(payload) as Record<string, unknown>,
  }
}

export function isInJobState(
  eb: ExpressionBuilder<Tables, 'queued_jobs'>,
  state: QueuedJobState | undefined,
  now: string,
): Expression<SqlBool> {
  if (state === undefined) return eb.lit(true)
  if (state === 'failed') return eb('failed_at', 'is not', null)
  if (state === 'held') return eb('due_at', '=', HELD_UNTIL)
  const isRunning = eb.and([eb('started_at', 'is not', null), eb('due_at', '>', now)])
  return state === 'running' ? isRunning : eb.and([eb('failed_at', 'is', null), eb('due_at', '<', HELD_UNTIL), eb.not(isRunning)])
}

export async function listJobRows(ctx: Db, state: QueuedJobState | undefined, paging: Paging, now: string): Promise<ListResult<QueuedJob>> {
  const { offset, limit } = toOffsetLimit(paging)
  const [rows, { n }] = await Promise.all([
    selectJobs(ctx)
      .where((eb) => isInJobState(eb, state, now))
      .orderBy((eb) => eb.case().when('failed_at', 'is', null).then(1).else(0).end())
      .orderBy('failed_at', 'desc')
      .orderBy('priority')
      .orderBy('due_at')
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute(),
    ctx.db
      .selectFrom('queued_jobs')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where((eb) => isInJobState(eb, state, now))
      .executeTakeFirstOrThrow(),
  ])
  return { items: rows.map((row) => toJob(row, now)), total: n }
}

export async function findJobRow(ctx: Db, id: number, now: string): Promise<QueuedJob | undefined> {
  const row = await selectJobs(ctx).where('id', '=', id).executeTakeFirst()
  return row && toJob(row, now)
}

/** @returns false if the job is running or does not exist */
export async function restartJob({ db }: Db, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('queued_jobs')
    .set({ due_at: now, attempts: 0, failed_at: null, last_error: null })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteIdleJobById({ db }: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('queued_jobs').where('id', '=', id).where('started_at', 'is', null).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteIdleJob({ db }: Db, kind: string, key: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('queued_jobs')
    .where('kind', '=', kind)
    .where('unique_key', '=', key)
    .where('started_at', 'is', null)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Returns an SQL condition for queries of other features: whether a job of a kind waits or runs for a row.
 * @param ref name of the column whose value is the key of the job: `mails.id`
 */
export const hasOpenJob = ({ db }: Db, kind: Pick<JobKind<unknown>, 'name'>, ref: string): RawBuilder<SqlBool> => {
  const openJobs = db
    .selectFrom('queued_jobs')
    .select(sql<number>`1`.as('one'))
    .where('kind', '=', kind.name)
    .where('due_at', 'is not', null)
    .where(sql<SqlBool>`unique_key = cast(${sql.ref(ref)} as text)`)
  return sql<SqlBool>`exists ${openJobs}`
}
