import './figure.context.ts'
import type { Context } from '#platform/contract/context.ts'
import type { Certainty, ReferenceValueRow, Nation } from './figures.policy.ts'

type DbContext = Pick<Context, 'db'>

/** A reference value row as stored, with the ids of the value and of its key. The range (`low`, `high`) may be absent. */
export interface StoredReferenceValueRow extends ReferenceValueRow {
  id: number
  figureId: number
  low?: number
  high?: number
}

const selectValues = ({ db }: DbContext) =>
  db
    .selectFrom('figure_values as v')
    .innerJoin('figures as f', 'f.id', 'v.figure_id')
    .select(['v.id', 'v.figure_id as figureId', 'f.key', 'f.label', 'f.unit', 'v.value', 'v.low', 'v.high', 'v.nations'])
    .select(['v.valid_from as from', 'v.valid_to as to', 'v.source_title', 'v.source_publisher', 'v.source_url'])
    .select(['v.checked_on as checked', 'v.due_on as due', 'v.certainty', 'v.note'])

type Row = Awaited<ReturnType<ReturnType<typeof selectValues>['executeTakeFirstOrThrow']>>

const toStoredRow = ({
  low,
  high,
  nations,
  certainty,
  source_title,
  source_publisher,
  source_url,
  ...row
}: Row): StoredReferenceValueRow => ({
  ...row,
  nations: JSON.parse(nations) as Nation[],
  certainty: certainty as Certainty,
  source: { title: source_title, publisher: source_publisher, url: source_url },
  ...(low === null ? {} : { low }),
  ...(high === null ? {} : { high }),
})

/** Lists all values that are not superseded, in the order in which their keys were created and then by first day. */
export async function listUnsupersededReferenceValues(ctx: DbContext): Promise<StoredReferenceValueRow[]> {
  const rows = await selectValues(ctx).where('v.superseded_at', 'is', null).orderBy('f.id').orderBy('v.valid_from').execute()
  return rows.map(toStoredRow)
}

/** Lists the values that are not superseded, whatever their period, for feeds; most recently added first. */
export const listReferenceValueChanges = ({ db }: DbContext, limit: number) =>
  db
    .selectFrom('figure_values as v')
    .innerJoin('figures as f', 'f.id', 'v.figure_id')
    .select(['v.id', 'f.key', 'f.label', 'f.unit', 'v.value', 'v.low', 'v.high', 'v.valid_from as from', 'v.valid_to as to', 'v.note'])
    .select(['v.source_title', 'v.source_publisher', 'v.source_url', 'v.certainty', 'v.created_at as createdAt'])
    .where('v.superseded_at', 'is', null)
    .orderBy('v.created_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(limit)
    .execute()
export type ReferenceValueChange = Awaited<ReturnType<typeof listReferenceValueChanges>>[number]

export async function hasReferenceValueRows({ db }: DbContext): Promise<boolean> {
  return (await db.selectFrom('figures').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Maximum number of rows per statement, which keeps it below the engines' limits of bound parameters. */
const MAX_ROWS_PER_INSERT = 500

/** Inserts rows, which may include several periods of a key. The keys must not exist yet. */
export async function insertReferenceValueRows({ db }: DbContext, rows: readonly ReferenceValueRow[], createdAt: string): Promise<void> {
  const figuresByKey = new Map(
    rows.map(({ key, label, unit }) => [key, { key, label, unit, created_at: createdAt, changed_at: createdAt }]),
  )
  const inserted = await db
    .insertInto('figures')
    .values([...figuresByKey.values()])
    .returning(['id', 'key'])
    .execute()
  const ids = new Map(inserted.map(({ id, key }) => [key, id]))
  const values = rows.map((row) => ({ ...toColumns(row), figure_id: ids.get(row.key) ?? 0, checked_by: null, created_at: createdAt }))
  for (let start = 0; start < values.length; start += MAX_ROWS_PER_INSERT)
    await db
      .insertInto('figure_values')
      .values(values.slice(start, start + MAX_ROWS_PER_INSERT))
      .execute()
}

const toColumns = (row: Omit<ReferenceValueRow, 'key' | 'label' | 'unit'>) => ({
  value: row.value,
  low: row.low ?? null,
  high: row.high ?? null,
  nations: JSON.stringify(row.nations),
  valid_from: row.from,
  valid_to: row.to,
  source_title: row.source.title,
  source_publisher: row.source.publisher,
  source_url: row.source.url,
  checked_on: row.checked,
  due_on: row.due,
  certainty: row.certainty,
  note: row.note ?? '',
})
