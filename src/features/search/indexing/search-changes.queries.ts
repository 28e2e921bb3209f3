/** Queries for the queue of written items that wait to be indexed. */
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface SearchChange {
  id: number
  kind: string
  subjectId: number
}

export const listChanges = ({ db }: Db, limit: number): Promise<SearchChange[]> =>
  db.selectFrom('search_changes').select(['id', 'kind', 'subject_id as subjectId']).orderBy('id').limit(limit).execute()

/** Returns the ids of all queued changes of these items. */
export async function listChangeIdsOf({ db }: Db, kind: string, subjectIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('search_changes')
    .select('id')
    .where('kind', '=', kind)
    .where(isOneOf(db, 'subject_id', subjectIds))
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteChanges({ db }: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('search_changes')
      .where(isOneOf(db, 'id', ids))
      .execute()
}

export async function insertChanges({ db }: Db, kind: string, subjectIds: readonly number[]): Promise<void> {
  if (subjectIds.length > 0)
    await db
      .insertInto('search_changes')
      .values(subjectIds.map((subject_id) => ({ kind, subject_id })))
      .execute()
}
