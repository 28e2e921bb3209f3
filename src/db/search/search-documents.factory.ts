import type { SiteDatabase } from '#db/tables.ts'

/** Rows per statement: few enough for the statement timeout on a machine ten times slower. */
const BATCH = 200

/** For tests: creates one search document per entry of `terms`, without a subject. @returns their ids */
export async function makeSearchDocuments(db: SiteDatabase, kind: string, terms: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < terms.length; from += BATCH) {
    const rows = await db
      .insertInto('search_documents')
      .values(
        terms.slice(from, from + BATCH).map((one, at) => ({
          kind,
          subject_id: from + at,
          url: `/${kind}/${from + at}`,
          title: '',
          headings: '',
          summary: '',
          body: '',
          quality: 0,
          generation: 0,
          terms: one,
        })),
      )
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}
