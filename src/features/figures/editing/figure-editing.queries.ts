import type { Context } from '#platform/contract/context.ts'
import type { StoredReferenceValue } from './figure-editing.contract.ts'
import type { ReferenceValueCheck, NewReferenceValue } from './new-figure-value.contract.ts'
import type { Certainty, Nation } from '#features/figures/figures.policy.ts'

type Db = Pick<Context, 'db'>

const values = ({ db }: Db) =>
  db
    .selectFrom('figure_values as v')
    .leftJoin('users as u', 'u.id', 'v.checked_by')
    .select(['v.id', 'v.figure_id as figureId', 'v.value', 'v.low', 'v.high', 'v.nations', 'v.certainty', 'v.note'])
    .select(['v.valid_from as validFrom', 'v.valid_to as validTo', 'v.checked_on as checkedOn', 'v.due_on as dueOn'])
    .select(['v.source_title', 'v.source_publisher', 'v.source_url', 'v.created_at as createdAt', 'v.superseded_at as supersededAt'])
    .select((eb) => eb.fn.coalesce('u.display_name', 'u.username').as('checkedBy'))

type Row = Awaited<ReturnType<ReturnType<typeof values>['executeTakeFirstOrThrow']>>

const toValue = ({
  nations,
  certainty,
  source_title,
  source_publisher,
  source_url,
  ...row
}: Row): StoredReferenceValue & { figureId: number } => ({
  ...row,
  nations: JSON.parse(nations) as Nation[],
  certainty: certainty as Certainty,
  source: { title: source_title, publisher: source_publisher, url: source_url },
})

/** Lists all values including superseded ones, latest period first, then newest first. */
export const listStoredReferenceValues = async (ctx: Db, figureId: number): Promise<StoredReferenceValue[]> =>
  (await values(ctx).where('v.figure_id', '=', figureId).orderBy('v.valid_from', 'desc').orderBy('v.id', 'desc').execute()).map(toValue)

export async function findStoredReferenceValue(ctx: Db, id: number): Promise<(StoredReferenceValue & { figureId: number }) | undefined> {
  const row = await values(ctx).where('v.id', '=', id).executeTakeFirst()
  return row && toValue(row)
}

/** Returns the names of the administrators who checked current values, by value id. */
export async function listReferenceValueCheckers({ db }: Db): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('figure_values as v')
    .innerJoin('users as u', 'u.id', 'v.checked_by')
    .select((eb) => ['v.id', eb.fn.coalesce('u.display_name', 'u.username').as('name')])
    .where('v.superseded_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const listCurrentPeriods = ({ db }: Db, figureId: number) =>
  db
    .selectFrom('figure_values')
    .select(['id', 'valid_from as from', 'valid_to as to'])
    .where('figure_id', '=', figureId)
    .where('superseded_at', 'is', null)
    .execute()

export async function insertReferenceValue(
  { db }: Db,
  figureId: number,
  form: NewReferenceValue,
  by: number | null,
  at: string,
): Promise<void> {
  await db
    .insertInto('figure_values')
    .values({
      figure_id: figureId,
      value: form.value,
      low: form.low,
      high: form.high,
      nations: JSON.stringify(form.nations),
      valid_from: form.validFrom,
      valid_to: form.validTo,
      source_title: form.sourceTitle,
      source_publisher: form.sourcePublisher,
      source_url: form.sourceUrl,
      checked_on: form.checkedOn,
      checked_by: by,
      due_on: form.dueOn,
      certainty: form.certainty,
      note: form.note,
      created_at: at,
    })
    .execute()
}

export async function supersedeReferenceValues({ db }: Db, ids: readonly number[], at: string): Promise<void> {
  if (ids.length > 0) await db.updateTable('figure_values').set({ superseded_at: at }).where('id', 'in', ids).execute()
}

/** Inserts a copy of a value with another last day, as superseded rows are never changed. */
export async function insertTruncatedReferenceValue({ db }: Db, id: number, to: string, at: string): Promise<void> {
  const row = await db.selectFrom('figure_values').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { id: _id, superseded_at: _supersededAt, ...rest } = row
  await db
    .insertInto('figure_values')
    .values({ ...rest, valid_to: to, created_at: at })
    .execute()
}

export async function touchReferenceValue({ db }: Db, id: number, at: string): Promise<void> {
  await db.updateTable('figures').set({ changed_at: at }).where('id', '=', id).execute()
}

/** @returns false if the value is unknown or superseded */
export async function updateReferenceValueCheck(
  { db }: Db,
  id: number,
  { checkedOn, dueOn }: ReferenceValueCheck,
  by: number | null,
): Promise<boolean> {
  const row = await db
    .updateTable('figure_values')
    .set({ checked_on: checkedOn, due_on: dueOn, checked_by: by })
    .where('id', '=', id)
    .where('superseded_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
