/** Queries for the pages that an administrator has pinned above all other results of a query. */
import type { Context } from '#platform/contract/context.ts'
import type { SearchPin } from './search-admin.contract.ts'

type Db = Pick<Context, 'db'>

const selectPins = ({ db }: Db) =>
  db.selectFrom('search_pins as p').select((eb) => [
    'p.id',
    'p.query',
    'p.url',
    'p.created_at as createdAt',
    eb
      .selectFrom('search_documents as d')
      .select((d) => d.fn.max('d.title').as('title'))
      .whereRef('d.url', '=', 'p.url')
      .$asScalar()
      .as('title'),
  ])

export const listPinRows = (ctx: Db): Promise<SearchPin[]> => selectPins(ctx).orderBy('p.query').orderBy('p.id').execute()
export const findPinRow = (ctx: Db, id: number): Promise<SearchPin | undefined> => selectPins(ctx).where('p.id', '=', id).executeTakeFirst()

export const listPinnedUrls = async ({ db }: Db, query: string): Promise<string[]> =>
  (await db.selectFrom('search_pins').select('url').where('query', '=', query).orderBy('id').execute()).map(({ url }) => url)

/** Counts the pins of a query or, without a query, of the site. */
export async function countPins({ db }: Db, query?: string): Promise<number> {
  const { n } = await db
    .selectFrom('search_pins')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .$if(query !== undefined, (q) => q.where('query', '=', query ?? ''))
    .executeTakeFirstOrThrow()
  return n
}

/** Inserts a pin. @returns the id of the new pin; undefined if the page is already pinned */
export async function insertPin({ db }: Db, query: string, url: string, createdAt: string): Promise<number | undefined> {
  const row = await db
    .insertInto('search_pins')
    .values({ query, url, created_at: createdAt })
    .onConflict((oc) => oc.columns(['query', 'url']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Deletes a pin. @returns the query of the deleted pin; undefined if there was none */
export async function deletePin({ db }: Db, id: number): Promise<string | undefined> {
  return (await db.deleteFrom('search_pins').where('id', '=', id).returning('query').executeTakeFirst())?.query
}
