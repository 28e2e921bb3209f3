import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { countTotal, toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import { forAnyTable } from '#db/any-table.ts'
import { OWN_RESTORE_MS, TRASH_DAYS, type DeletedPost, type TrashItem, type TrashKind } from './trash.contract.ts'

export interface TrashRow {
  id: number
  kind: TrashKind
  subjectId: number
  title: string
  rows: string
}

export async function insertTrash(
  { db }: Pick<Context, 'db'>,
  row: Omit<TrashRow, 'id'> & { deletedAt: string; deletedBy: number | null; isByAuthor: boolean },
): Promise<number> {
  const { id } = await db
    .insertInto('trash')
    .values({
      kind: row.kind,
      subject_id: row.subjectId,
      title: row.title,
      rows: row.rows,
      deleted_at: row.deletedAt,
      deleted_by: row.deletedBy,
      is_by_author: row.isByAuthor,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findTrash({ db }: Pick<Context, 'db'>, id: number): Promise<TrashRow | undefined> {
  const row = await db
    .selectFrom('trash')
    .select(['id', 'kind', 'subject_id as subjectId', 'title', 'rows'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, kind: row.kind as TrashKind }
}

export async function listTrashRows(
  { db }: Pick<Context, 'db'>,
  kind: TrashKind | undefined,
  paging: Paging,
): Promise<ListResult<TrashItem>> {
  const { offset, limit } = toOffsetLimit(paging)
  const filtered = db.selectFrom('trash as t').$if(kind !== undefined, (q) => q.where('t.kind', '=', kind ?? ''))
  const [rows, { n }] = await Promise.all([
    filtered
      .leftJoin('users as u', 'u.id', 't.deleted_by')
      .select(['t.id', 't.kind', 't.subject_id', 't.title', 't.deleted_at', 'u.display_name', 'u.username'])
      .orderBy('t.deleted_at', 'desc')
      .orderBy('t.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    filtered.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  const items = rows.map((row) => ({
    id: row.id,
    kind: row.kind as TrashKind,
    subjectId: row.subject_id,
    title: row.title,
    deletedAt: row.deleted_at,
    deletedBy: row.display_name || row.username || 'System',
    emptiesAt: new Date(Date.parse(row.deleted_at) + TRASH_DAYS * 86_400_000).toISOString(),
  }))
  return { items, total: n }
}

export const findNewestTrashOf = ({ db }: Pick<Context, 'db'>, kind: TrashKind, subjectId: number) =>
  db
    .selectFrom('trash')
    .select(['id', 'deleted_at as deletedAt', 'deleted_by as deletedBy', 'is_by_author as isByAuthor'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function updateDeletion(
  { db }: Pick<Context, 'db'>,
  id: number,
  { deletedBy, isByAuthor }: { deletedBy: number | null; isByAuthor: boolean },
): Promise<void> {
  await db.updateTable('trash').set({ deleted_by: deletedBy, is_by_author: isByAuthor }).where('id', '=', id).execute()
}

/** Lists the posts that a member has written and deleted since a time, newest first. */
export async function listTrashOfAuthor(
  { db }: Pick<Context, 'db'>,
  userId: number,
  since: string,
  paging: Paging,
): Promise<ListResult<DeletedPost>> {
  const { offset, limit } = toOffsetLimit(paging)
  const own = db.selectFrom('trash').where('deleted_by', '=', userId).where('is_by_author', '=', true).where('deleted_at', '>', since)
  const rows = await own
    .select(['kind', 'subject_id as id', 'title', 'deleted_at as deletedAt'])
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const items = rows.map((row) => ({
    ...row,
    kind: row.kind as DeletedPost['kind'],
    restorableUntil: new Date(Date.parse(row.deletedAt) + OWN_RESTORE_MS).toISOString(),
  }))
  const total = await countTotal(rows, paging, async () => {
    const { n } = await own.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    return n
  })
  return { items, total }
}

/** Deletes an item. @returns whether the item existed; only one of two concurrent calls returns true */
export async function deleteTrash({ db }: Pick<Context, 'db'>, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('trash').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Lists the ids of items of these kinds that were moved to the trash before a time. */
export async function listTrashOfKindsBefore({ db }: Pick<Context, 'db'>, kinds: string[], before: string): Promise<number[]> {
  if (kinds.length === 0) return []
  const rows = await db.selectFrom('trash').select('id').where('kind', 'in', kinds).where('deleted_at', '<', before).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export async function deleteTrashBefore({ db }: Pick<Context, 'db'>, before: string): Promise<void> {
  await db.deleteFrom('trash').where('deleted_at', '<', before).execute()
}

/** Inserts rows with their original ids. */
export async function insertRestoredRows({ db }: Pick<Context, 'db'>, table: keyof Tables, rows: object[]): Promise<void> {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- restores the rows of every feature
  for (const row of rows) await forAnyTable(db).insertInto(table).values(row).execute()
}
