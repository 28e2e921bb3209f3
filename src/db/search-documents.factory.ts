import type { SiteDatabase } from './tables.ts'

/** For tests: documents of the search's index, one for each of these terms, as nobody's thing. @returns their numbers */
export async function makeSearchDocuments(db: SiteDatabase, kind: string, terms: readonly string[]): Promise<number[]> {
  const rows = await db
    .insertInto('search_documents')
    .values(
      terms.map((one, at) => ({
        kind,
        subject_id: at,
        url: `/${kind}/${at}`,
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
  return rows.map(({ id }) => id)
}
