/** Queries for the daily counts of searches and opened results. */
import '#features/search/search.context.ts'
import type { Context } from '#platform/contract/context.ts'
import { MAX_QUERIES_PER_DAY } from '#features/search/search-limits.policy.ts'

type Db = Pick<Context, 'db'>

export async function addSearch({ db }: Db, day: string, query: string, results: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('search_counts')
    .set((eb) => ({ searches: eb('searches', '+', 1), results }))
    .where('day', '=', day)
    .where('query', '=', query)
    .executeTakeFirst()
  if (numUpdatedRows > 0n || (await hasReachedDailyLimit({ db }, 'search_counts', day))) return
  await db
    .insertInto('search_counts')
    .values({ day, query, searches: 1, results })
    .onConflict((oc) => oc.columns(['day', 'query']).doUpdateSet((eb) => ({ searches: eb('search_counts.searches', '+', 1), results })))
    .execute()
}

export async function addClick({ db }: Db, day: string, query: string, url: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('search_clicks')
    .set((eb) => ({ clicks: eb('clicks', '+', 1) }))
    .where('day', '=', day)
    .where('query', '=', query)
    .where('url', '=', url)
    .executeTakeFirst()
  if (numUpdatedRows > 0n || (await hasReachedDailyLimit({ db }, 'search_clicks', day))) return
  // Only indexed pages are counted: no other page can be opened from the results.
  const indexedDocument = await db.selectFrom('search_documents').select('id').where('url', '=', url).executeTakeFirst()
  if (!indexedDocument) return
  await db
    .insertInto('search_clicks')
    .values({ day, query, url, clicks: 1 })
    .onConflict((oc) => oc.columns(['day', 'query', 'url']).doUpdateSet((eb) => ({ clicks: eb('search_clicks.clicks', '+', 1) })))
    .execute()
}

async function hasReachedDailyLimit({ db }: Db, table: 'search_counts' | 'search_clicks', day: string): Promise<boolean> {
  const { n } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return n >= MAX_QUERIES_PER_DAY
}
