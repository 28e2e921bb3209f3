import type { Context } from '#platform/contract/context.ts'
import type { StoredReferenceValue } from './figure-editing.contract.ts'
import type { ReferenceValueCheck, NewReferenceValue } from './new-figure-value.contract.ts'
import type { Certainty, Nation } from '#features/figures/figures.policy.ts'

type DbContext = Pick<Context, 'db'>

const selectValues = ({ db }: DbContext) =>
  db
    .selectFrom('figure_values as v')
    .leftJoin('users as u', 'u.id', 'v.checked_by')
    .select(['v.id', 'v.figure_id as figureId', 'v.value', 'v.low', 'v.high', 'v.nations', 'v.certainty', 'v.note'])
    .select(['v.valid_from as validFrom', 'v.valid_to as validTo', 'v.checked_on as checkedOn', 'v.due_on as dueOn'])
    .select(['v.source_title', 'v.source_publisher', 'v.source_url', 'v.created_at as createdAt', 'v.superseded_at as supersededAt'])
    .select((eb) => eb.fn.coalesce('u.display_name', 'u.username').as('checkedBy'))

type Row = Awaited<ReturnType<ReturnType<typeof selectValues>['executeTakeFirstOrThrow']>>

const toStoredValue = ({
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
export const listStoredReferenceValues = async (ctx: DbContext, figureId: number): Promise<StoredReferenceValue[]> =>
  (await selectValues(ctx).where('v.figure_id', '=', figureId).orderBy('v.valid_from', 'desc').orderBy('v.id', 'desc').execute()).map(
    toStoredValue,
  )

export async function findStoredReferenceValue(
  ctx: DbContext,
  id: number,
): Promise<(StoredReferenceValue & { figureId: number }) | undefined> {
  const row = await selectValues(ctx).where('v.id', '=', id).executeTakeFirst()
  return row && toStoredValue(row)
}

/** Returns the names of the administrators who checked values that are not superseded, by value id. */
export async function listReferenceValueCheckers({ db }: DbContext): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('figure_values as v')
    .innerJoin('users as u', 'u.id', 'v.checked_by')
    .select((eb) => ['v.id', eb.fn.coalesce('u.display_name', 'u.username').as('name')])
    .where('v.superseded_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const listUnsupersededPeriods = ({ db }: DbContext, figureId: number) =>
  db
    .selectFrom('figure_values')
    .select(['id', 'valid_from as from', 'valid_to as to'])
    .where('figure_id', '=', figureId)
    .where('superseded_at', 'is', null)
    .execute()

export async function insertReferenceValue(
  { db }: DbContext,
  figureId: number,
  form: NewReferenceValue,
  checkedBy: number | null,
  createdAt: string,
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
      checked_by: checkedBy,
      due_on: form.dueOn,
      certainty: form.certainty,
      note: form.note,
      created_at: createdAt,
    })
    .execute()
}

export async function supersedeReferenceValues({ db }: DbContext, ids: readonly number[], supersededAt: string): Promise<void> {
  if (ids.length > 0) await db.updateTable('figure_values').set({ superseded_at: supersededAt }).where('id', 'in', ids).execute()
}

/** Inserts a copy of a value that ends earlier, because superseded rows are never changed. */
export async function insertTruncatedReferenceValue({ db }: DbContext, id: number, lastDay: string, createdAt: string): Promise<void> {
  const row = await db.selectFrom('figure_values').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { id: _id, superseded_at: _supersededAt, ...copiedColumns } = row
  await db
    .insertInto('figure_values')
    .values({ ...copiedColumns, valid_to: lastDay, created_at: createdAt })
    .execute()
}

export async function touchReferenceValue({ db }: DbContext, id: number, changedAt: string): Promise<void> {
  await db.updateTable('figures').set({ changed_at: changedAt }).where('id', '=', id).execute()
}

/** Stores the dates of a check. Returns false if the value is unknown or superseded. */
export async function updateReferenceValueCheck(
  { db }: DbContext,
  id: number,
  { checkedOn, dueOn }: ReferenceValueCheck,
  checkedBy: number | null,
): Promise<boolean> {
  const row = await db
    .updateTable('figure_values')
    .set({ checked_on: checkedOn, due_on: dueOn, checked_by: checkedBy })
    .where('id', '=', id)
    .where('superseded_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
