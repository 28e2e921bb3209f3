/** Queries that the job runner needs; those for administrators are in queued-job.queries.ts. */
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

/** Inserts a job, or restarts a failed one with the same key. @returns false if such a job waits or runs; it stays unchanged */
export async function insertJob({ db }: Db, { kind, key, payload, priority, dueAt, createdAt }: NewJob): Promise<boolean> {
  const values = { kind, unique_key: key, payload, priority, due_at: dueAt, created_at: createdAt }
  const restarted = { payload, priority, due_at: dueAt, attempts: 0, started_at: null, failed_at: null, last_error: null }
  const row = await db
    .insertInto('queued_jobs')
    .values(values)
    .onConflict((oc) => oc.columns(['kind', 'unique_key']).doUpdateSet(restarted).where('queued_jobs.due_at', 'is', null))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface ClaimedJob {
  id: number
  kind: string
  payload: string
  /** Number of attempts, including this one. A later claim has a higher number, so that an outdated claim is recognised. */
  attempts: number
}

/**
 * Claims the due job with the highest priority.
 * @param lease time before which no other process can claim the job; ISO 8601
 * @returns undefined if no job is due
 */
export function claimDueJob({ db }: Db, kinds: readonly string[], now: string, lease: string): Promise<ClaimedJob | undefined> {
  const nextId = db
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
    .where('id', '=', nextId)
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
}

/** Starts an update that applies only while this claim is valid: the job is neither discarded nor claimed again. */
const updateClaimedJob = ({ db }: Db, { id, attempts }: ClaimedJob) =>
  db.updateTable('queued_jobs').where('id', '=', id).where('attempts', '=', attempts).where('started_at', 'is not', null)

/** @returns false if the claim is no longer valid */
export async function extendLease(ctx: Db, job: ClaimedJob, lease: string): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimedJob(ctx, job).set({ due_at: lease }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false if the claim is no longer valid */
export async function deleteClaimedJob({ db }: Db, { id, attempts }: ClaimedJob): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('queued_jobs')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('started_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @param error error of the attempt; null: the stored error is unchanged @param isCounted whether the attempt counts */
export async function postponeJob(ctx: Db, job: ClaimedJob, dueAt: string, error: string | null, isCounted: boolean): Promise<void> {
  await updateClaimedJob(ctx, job)
    .set({ due_at: dueAt, started_at: null, ...(error === null ? {} : { last_error: error }) })
    .$if(!isCounted, (q) => q.set((eb) => ({ attempts: eb('attempts', '-', 1) })))
    .execute()
}

/** @returns false if the claim is no longer valid */
export async function giveUpJob(ctx: Db, job: ClaimedJob, failedAt: string, error: string): Promise<boolean> {
  const failedState = { due_at: null, started_at: null, failed_at: failedAt, last_error: error }
  const { numUpdatedRows } = await updateClaimedJob(ctx, job).set(failedState).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns when the next job of these kinds is due or its lease expires; null if there is none */
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

/** Makes jobs due at once that an earlier process was running. Only for installations with a single process. */
export async function releaseLeases({ db }: Db, now: string): Promise<void> {
  await db.updateTable('queued_jobs').set({ due_at: now, started_at: null }).where('started_at', 'is not', null).execute()
}
