import type { Selectable } from 'kysely'
import { isOneOf } from '#db/search/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { countTotal, toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'

type Db = Pick<Context, 'db'>
export type AppealRow = Selectable<Tables['appeals']>

export const findAppeal = ({ db }: Db, decisionId: number, party: string): Promise<AppealRow | undefined> =>
  db.selectFrom('appeals').selectAll().where('decision_id', '=', decisionId).where('party', '=', party).executeTakeFirst()

/** @returns false if the party has appealed already */
export async function insertAppeal(
  { db }: Db,
  row: Pick<AppealRow, 'decision_id' | 'party' | 'user_id' | 'text' | 'due_at' | 'created_at'>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('appeals')
    .values(row)
    .onConflict((oc) => oc.columns(['decision_id', 'party']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

const selectAppeals = ({ db }: Db) =>
  db
    .selectFrom('appeals as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('users as m', 'm.id', 'a.decided_by')
    .selectAll('a')
    .select(['u.username', 'm.username as decidedBy'])
export type NamedAppeal = AppealRow & { username: string | null; decidedBy: string | null }

export const findAppealById = (ctx: Db, id: number): Promise<NamedAppeal | undefined> =>
  selectAppeals(ctx).where('a.id', '=', id).executeTakeFirst()

export const listAppealsByIds = (ctx: Db, ids: readonly number[]): Promise<NamedAppeal[]> =>
  selectAppeals(ctx)
    .where(isOneOf(ctx.db, 'a.id', ids))
    .execute()

export async function listAppealRows(ctx: Db, status: 'open' | 'decided', paging: Paging): Promise<ListResult<NamedAppeal>> {
  const { offset, limit } = toOffsetLimit(paging)
  const condition = status === 'open' ? 'is' : 'is not'
  const items = await selectAppeals(ctx)
    .where('a.decided_at', condition, null)
    .orderBy(status === 'open' ? 'a.due_at' : 'a.decided_at', status === 'open' ? 'asc' : 'desc')
    .orderBy('a.id')
    .offset(offset)
    .limit(limit)
    .execute()
  const total = await countTotal(items, paging, async () => {
    const { n } = await ctx.db
      .selectFrom('appeals')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('decided_at', condition, null)
      .executeTakeFirstOrThrow()
    return n
  })
  return { items, total }
}

/** @returns false if it is decided already */
export async function updateOutcome(
  { db }: Db,
  id: number,
  outcome: Pick<AppealRow, 'outcome' | 'outcome_text' | 'decided_by' | 'decided_at'>,
): Promise<boolean> {
  const updated = await db
    .updateTable('appeals')
    .set(outcome)
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
