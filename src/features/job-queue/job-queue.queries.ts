/** The rows of the queue as those who do the work see them. As administrators see them: queued-job.queries.ts. */
import { skipLocked } from '#db/lock-row.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface NewJob {
  kind: string
  key: string | null
  payload: string
  priority: number
  dueAt: string
  createdAt: string
}

/** @returns whether it was added: one with the key that waits or runs stays as it is, one that was given up begins anew */
export async function insertJob({ db }: Db, { kind, key, payload, priority, dueAt, createdAt }: NewJob): Promise<boolean> {
  const values = { kind, unique_key: key, payload, priority, due_at: dueAt, created_at: createdAt }
  const anew = { payload, priority, due_at: dueAt, attempts: 0, started_at: null, failed_at: null, last_error: null }
  const row = await db
    .insertInto('queued_jobs')
    .values(values)
    .onConflict((clash) => clash.columns(['kind', 'unique_key']).doUpdateSet(anew).where('queued_jobs.due_at', 'is', null))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface ClaimedJob {
  id: number
  kind: string
  payload: string
  /** With the one that begins. Whoever claims it next has a higher one, by which an older claim is known. */
  attempts: number
}

/** Takes the most urgent that is due, for whoever asks first: until `lease` nobody else gets it. */
export function claimDueJob({ db }: Db, kinds: readonly string[], now: string, lease: string): Promise<ClaimedJob | undefined> {
  const next = db
    .selectFrom('queued_jobs')
    .select('id')
    .where('due_at', '<=', now)
    .where('kind', 'in', kinds)
    .orderBy('priority')
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .modifyEnd(skipLocked(db))
  return db
    .updateTable('queued_jobs')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), started_at: now, due_at: lease }))
    .where('id', '=', next)
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
}

/** Whether the claim still holds; a row that has been discarded is nobody's. */
const claimed = ({ db }: Db, { id, attempts }: ClaimedJob) =>
  db.updateTable('queued_jobs').where('id', '=', id).where('attempts', '=', attempts).where('started_at', 'is not', null)

/** @returns false when the work is somebody else's by now */
export async function extendLease(ctx: Db, job: ClaimedJob, lease: string): Promise<boolean> {
  const { numUpdatedRows } = await claimed(ctx, job).set({ due_at: lease }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false when the work is somebody else's by now */
export async function deleteClaimedJob({ db }: Db, { id, attempts }: ClaimedJob): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('queued_jobs')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('started_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @param isCounted false: the attempt counts as none */
export async function postponeJob(ctx: Db, job: ClaimedJob, dueAt: string, error: string | null, isCounted: boolean): Promise<void> {
  await claimed(ctx, job)
    .set({ due_at: dueAt, started_at: null, ...(error === null ? {} : { last_error: error }) })
    .$if(!isCounted, (q) => q.set((eb) => ({ attempts: eb('attempts', '-', 1) })))
    .execute()
}

/** @returns false when the work is somebody else's by now */
export async function giveUpJob(ctx: Db, job: ClaimedJob, failedAt: string, error: string): Promise<boolean> {
  const given = { due_at: null, started_at: null, failed_at: failedAt, last_error: error }
  const { numUpdatedRows } = await claimed(ctx, job).set(given).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** When the next of these kinds is to be looked at: one that waits, or one whose process may have ended. */
export async function findNextDue({ db }: Db, kinds: readonly string[]): Promise<string | null> {
  const row = await db
    .selectFrom('queued_jobs')
    .select('due_at')
    .where('due_at', 'is not', null)
    .where('kind', 'in', kinds)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** What was under way when the only process ended is due at once. */
export async function releaseLeases({ db }: Db, now: string): Promise<void> {
  await db.updateTable('queued_jobs').set({ due_at: now, started_at: null }).where('started_at', 'is not', null).execute()
}
