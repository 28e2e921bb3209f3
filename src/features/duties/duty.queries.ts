/** Reads and writes records of duties. */
import type { Selectable } from 'kysely'
import { skipLocked } from '#db/lock-row.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import type { DutyKey } from './duties.policy.ts'

type Db = Pick<Context, 'db'>
export type DutyRow = Selectable<Tables['duty_records']>

/** Lists the draft and the latest signed version of each duty. */
export async function listCurrentRows({ db }: Db): Promise<DutyRow[]> {
  const rows = await db
    .selectFrom('duty_records')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('signed_at', 'is', null),
        eb('number', '=', (sub) =>
          sub
            .selectFrom('duty_records as newer')
            .select(({ fn }) => fn.max('newer.number').as('n'))
            .whereRef('newer.duty', '=', 'duty_records.duty')
            .where('newer.signed_at', 'is not', null),
        ),
      ]),
    )
    .execute()
  return rows
}

/** Lists all versions of a duty, newest first. */
export const listRowsOf = ({ db }: Db, duty: DutyKey): Promise<DutyRow[]> =>
  db.selectFrom('duty_records').selectAll().where('duty', '=', duty).orderBy('number', 'desc').execute()

export const findSignedRow = ({ db }: Db, duty: DutyKey, number: number): Promise<DutyRow | undefined> =>
  db
    .selectFrom('duty_records')
    .selectAll()
    .where('duty', '=', duty)
    .where('number', '=', number)
    .where('signed_at', 'is not', null)
    .executeTakeFirst()

/** Inserts a draft unless there is one. @returns the inserted row; undefined if another draft exists */
export const insertDraft = (
  { db }: Db,
  row: Pick<DutyRow, 'duty' | 'number' | 'answers' | 'review_months' | 'created_at' | 'created_by'>,
): Promise<DutyRow | undefined> =>
  db
    .insertInto('duty_records')
    .values({ ...row, updated_at: row.created_at })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()

export const findDraft = ({ db }: Db, duty: DutyKey): Promise<DutyRow | undefined> =>
  db.selectFrom('duty_records').selectAll().where('duty', '=', duty).where('signed_at', 'is', null).executeTakeFirst()

/** Finds the draft and locks it until the end of the transaction, by a write that changes nothing. */
export const lockDraft = ({ db }: Db, duty: DutyKey): Promise<DutyRow | undefined> =>
  db
    .updateTable('duty_records')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('duty', '=', duty)
    .where('signed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const updateDraft = ({ db }: Db, id: number, change: Pick<DutyRow, 'answers' | 'review_months' | 'updated_at'>): Promise<DutyRow> =>
  db
    .updateTable('duty_records')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('signed_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow()

export type SignatureColumns = Pick<
  DutyRow,
  'facts' | 'signed_at' | 'signed_by' | 'signatory_name' | 'signatory_role' | 'review_due_at' | 'origin'
>

export const signDraft = ({ db }: Db, id: number, signature: SignatureColumns): Promise<DutyRow> =>
  db.updateTable('duty_records').set(signature).where('id', '=', id).where('signed_at', 'is', null).returningAll().executeTakeFirstOrThrow()

/** @returns whether there was a draft */
export async function deleteDraft({ db }: Db, duty: DutyKey): Promise<DutyRow | undefined> {
  return db.deleteFrom('duty_records').where('duty', '=', duty).where('signed_at', 'is', null).returningAll().executeTakeFirst()
}

/** Signed versions that no newer signed version replaces. */
const latestSigned = ({ db }: Db) =>
  db
    .selectFrom('duty_records')
    .where('signed_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('duty_records as newer')
            .select('newer.id')
            .whereRef('newer.duty', '=', 'duty_records.duty')
            .whereRef('newer.number', '>', 'duty_records.number')
            .where('newer.signed_at', 'is not', null),
        ),
      ),
    )

/** Counts the duties whose review is due. @returns also the earliest due time */
export const countDueReviews = (ctx: Db, now: string): Promise<{ count: number; since: string | null }> =>
  latestSigned(ctx)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('review_due_at').as('since')])
    .where('review_due_at', '<=', now)
    .executeTakeFirstOrThrow()

/** Lists due records of which administrators were not notified. Locks them, so that two processes do not notify twice. */
export const listUnremindedRows = (ctx: Db, now: string): Promise<DutyRow[]> =>
  latestSigned(ctx)
    .selectAll()
    .where('review_due_at', '<=', now)
    .where('reminded_at', 'is', null)
    .orderBy('review_due_at')
    .orderBy('id')
    .modifyEnd(skipLocked(ctx.db))
    .execute()

export async function markReminded({ db }: Db, ids: readonly number[], now: string): Promise<void> {
  await db.updateTable('duty_records').set({ reminded_at: now }).where('id', 'in', ids).execute()
}

/** @returns the earliest due time of a record of which administrators were not notified */
export async function findNextReview(ctx: Db): Promise<string | null> {
  const row = await latestSigned(ctx)
    .select((eb) => eb.fn.min<string | null>('review_due_at').as('dueAt'))
    .where('reminded_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.dueAt
}

export const listAdministrators = ({ db }: Db): Promise<{ id: number; email: string | null }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_admin', '=', (eb) => eb.lit(true))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
