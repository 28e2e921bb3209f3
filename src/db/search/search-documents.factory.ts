import type { SiteDatabase } from '#db/tables.ts'

/** Rows per statement: few enough for the statement timeout on a machine ten times slower. */
const BATCH = 200

/** Creates one search document per entry of `terms`, without a subject. For tests. @returns their ids */
export async function makeSearchDocuments(db: SiteDatabase, kind: string, terms: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < terms.length; start += BATCH) {
    const rows = await db
      .insertInto('search_documents')
      .values(
        terms.slice(start, start + BATCH).map((documentTerms, index) => ({
          kind,
          subject_id: start + index,
          url: `/${kind}/${start + index}`,
          title: '',
          headings: '',
          summary: '',
          body: '',
          quality: 0,
          generation: 0,
          terms: documentTerms,
        })),
      )
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}
