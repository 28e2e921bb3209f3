/** Queries for the documents and the state of the search index. */
import '#features/search/search.context.ts'
import type { SearchDocument } from '#features/search/search.context.ts'
import { forUpdate } from '#db/lock-row.ts'
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { DocumentTexts } from '#features/search/ranking/document-terms.policy.ts'

type Db = Pick<Context, 'db'>

/** Serialises writers: locks the index until the end of the transaction. */
export async function lockIndex({ db }: Db): Promise<void> {
  await db.selectFrom('search_state').select('key').where('key', '=', 'version').modifyEnd(forUpdate(db, 'search_state')).execute()
}

export type StoredDocument = DocumentTexts & { id: number; generation: number }

export const listStoredDocuments = ({ db }: Db, kind: string, subjectIds: readonly number[]): Promise<StoredDocument[]> =>
  db
    .selectFrom('search_documents')
    .select(['id', 'subject_id as subjectId', 'kind', 'category', 'title', 'headings', 'summary', 'body', 'generation'])
    .where('kind', '=', kind)
    .where(isOneOf(db, 'subject_id', subjectIds))
    .execute()

/** Lists indexed items whose row id is greater than `after`, in ascending order of row ids. */
export const listIndexedItems = ({ db }: Db, after: number, limit: number): Promise<{ id: number; kind: string; subjectId: number }[]> =>
  db
    .selectFrom('search_documents')
    .select(['id', 'kind', 'subject_id as subjectId'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function saveDocument(
  { db }: Db,
  kind: string,
  document: SearchDocument,
  computed: { quality: number; terms: string; generation: number },
): Promise<void> {
  const { id, url, title, headings = '', summary = '', body, category = null, date = null, rating, isDemo = false } = document
  const values = {
    url,
    title,
    headings,
    summary,
    body,
    category,
    date,
    rating_average: rating?.average ?? null,
    rating_count: rating?.count ?? null,
    is_demo: isDemo,
    ...computed,
  }
  await db
    .insertInto('search_documents')
    .values({ kind, subject_id: id, ...values })
    .onConflict((oc) => oc.columns(['kind', 'subject_id']).doUpdateSet(values))
    .execute()
}

export async function deleteDocuments({ db }: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('search_documents')
      .where(isOneOf(db, 'id', ids))
      .execute()
}

/** Returns the counters and flags of the whole index by key. */
export async function getIndexState({ db }: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('search_state').select(['key', 'value']).execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

export async function addToIndexState({ db }: Db, increments: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(increments).flatMap(([key, value]) => (value === 0 ? [] : [{ key, value }]))
  if (rows.length === 0) return
  await db
    .insertInto('search_state')
    .values(rows)
    .onConflict((oc) => oc.column('key').doUpdateSet((eb) => ({ value: eb('search_state.value', '+', eb.ref('excluded.value')) })))
    .execute()
}

export async function setIndexState({ db }: Db, values: Readonly<Record<string, number>>): Promise<void> {
  await db
    .insertInto('search_state')
    .values(Object.entries(values).map(([key, value]) => ({ key, value })))
    .onConflict((oc) => oc.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
    .execute()
}
