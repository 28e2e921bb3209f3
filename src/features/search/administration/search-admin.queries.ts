/** Queries for search statistics and synonyms. */
import '#features/search/search.context.ts'
import type { Context } from '#platform/contract/context.ts'
import type { SearchCount, SearchReport } from './search-admin.contract.ts'
import { MIN_DAYS_UNTIL_SHOWN } from '#features/search/search-limits.policy.ts'

type Db = Pick<Context, 'db'>

/**
 * Lists queries that were used on at least `MIN_DAYS_UNTIL_SHOWN` different days, most frequent first.
 * @param since first day of the period, such as `2026-01-31`
 * @param onlyWithoutResult counts only days on which the latest search for the query found nothing
 */
export async function listSearchCounts({ db }: Db, since: string, limit: number, onlyWithoutResult: boolean): Promise<SearchCount[]> {
  const rows = await db
    .selectFrom('search_counts as c')
    .select((eb) => [
      'c.query',
      eb.cast<number>(eb.fn.sum('c.searches'), 'integer').as('count'),
      eb
        .selectFrom('search_counts as l')
        .select('l.results')
        .whereRef('l.query', '=', 'c.query')
        .orderBy('l.day', 'desc')
        .limit(1)
        .$asScalar()
        .as('results'),
      eb
        .selectFrom('search_clicks as k')
        .select((k) => k.cast<number | null>(k.fn.sum('k.clicks'), 'integer').as('n'))
        .whereRef('k.query', '=', 'c.query')
        .where('k.day', '>=', since)
        .$asScalar()
        .as('clicks'),
    ])
    .where('c.day', '>=', since)
    .$if(onlyWithoutResult, (q) => q.where('c.results', '=', 0))
    .groupBy('c.query')
    .having((eb) => eb.fn.countAll(), '>=', MIN_DAYS_UNTIL_SHOWN)
    .orderBy('count', 'desc')
    .orderBy('c.query')
    .limit(limit)
    .execute()
  return rows.map(({ query, count, results, clicks }) => ({ query, count, results: results ?? 0, clicks: clicks ?? 0 }))
}

export async function countSearches({ db }: Db, since: string): Promise<number> {
  const { n } = await db
    .selectFrom('search_counts')
    .select((eb) => eb.cast<number | null>(eb.fn.sum('searches'), 'integer').as('n'))
    .where('day', '>=', since)
    .executeTakeFirstOrThrow()
  return n ?? 0
}

/** Lists the clicks per page over all queries, most clicks first. */
export async function listClickedPages({ db }: Db, since: string, limit: number): Promise<SearchReport['clicked']> {
  const rows = await db
    .selectFrom('search_clicks as k')
    .leftJoin('search_documents as d', 'd.url', 'k.url')
    .select((eb) => ['k.url', eb.fn.max('d.title').as('title'), eb.cast<number>(eb.fn.sum('k.clicks'), 'integer').as('clicks')])
    .where('k.day', '>=', since)
    .groupBy('k.url')
    .orderBy('clicks', 'desc')
    .orderBy('k.url')
    .limit(limit)
    .execute()
  return rows.map(({ url, title, clicks }) => ({ url, title: title ?? null, clicks }))
}

export async function deleteCountsBefore({ db }: Db, day: string): Promise<void> {
  await db.deleteFrom('search_counts').where('day', '<', day).execute()
  await db.deleteFrom('search_clicks').where('day', '<', day).execute()
}

export async function findFirstCountedDay({ db }: Db): Promise<string | null> {
  const { day } = await db
    .selectFrom('search_counts')
    .select((eb) => eb.fn.min<string | null>('day').as('day'))
    .executeTakeFirstOrThrow()
  return day
}

/** Returns the phrases of each group as JSON; no rows while the default synonyms apply. */
export const listSynonymRows = async ({ db }: Db): Promise<string[]> =>
  (await db.selectFrom('search_synonyms').select('phrases').orderBy('id').execute()).map(({ phrases }) => phrases)

export async function replaceSynonymRows({ db }: Db, groups: readonly (readonly string[])[]): Promise<void> {
  await db.deleteFrom('search_synonyms').execute()
  if (groups.length > 0)
    await db
      .insertInto('search_synonyms')
      .values(groups.map((phrases) => ({ phrases: JSON.stringify(phrases) })))
      .execute()
}
