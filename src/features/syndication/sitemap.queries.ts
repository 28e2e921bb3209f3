/** URLs and modification times for sitemaps, read in batches by id from covering indexes. */
import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { MAX_ID } from '#platform/contract/endpoint.ts'
import type { SitemapKind } from '#features/pages/page-table.policy.ts'

type Db = Pick<Context, 'db'>

export interface SitemapEntry {
  id: number
  /** Empty when the URL contains the id instead. */
  slug: string
  /** When the page last changed; null: unknown. */
  at: string | null
}

/** File n contains the ids from (n - 1) times this, exclusive, to n times this. The protocol allows 50,000 URLs. */
export const MAX_URLS_PER_FILE = 10_000
const BATCH_SIZE = 1000

interface Source {
  table: keyof Tables
  /** The column at the end of the URL; default: the id. */
  slug?: 'slug' | 'key'
  /** Columns of publication and, optionally, of the last change. */
  at: readonly [string, string?]
  /** Restricts to public rows; for members to those with reputation. */
  only: (query: Query) => Query
}
/** Columns of these tables; each table has some of them. */
interface PageRow {
  id: number
  slug: string
  category_id: number | null
  status: string
  deleted_at: string | null
  reputation_points: number
  started_at: string | null
}
type PageTables = Record<string, PageRow>
type Query = SelectQueryBuilder<PageTables, string, object>

const SOURCES: Record<SitemapKind, Source> = {
  articles: { table: 'articles', slug: 'slug', at: ['published_at', 'changed_at'], only: (q) => q.where('status', '=', 'published') },
  'expert-articles': { table: 'expert_articles', at: ['published_at'], only: (q) => q },
  products: { table: 'products', slug: 'slug', at: ['created_at', 'changed_at'], only: (q) => q },
  topics: { table: 'topics', at: ['active_at', 'changed_at'], only: (q) => q.where('status', '=', 'visible') },
  issues: { table: 'newsletter_issues', at: ['started_at'], only: (q) => q.where('started_at', 'is not', null) },
  figures: { table: 'figures', slug: 'key', at: ['changed_at'], only: (q) => q },
  members: {
    table: 'users',
    at: ['last_active'],
    only: (q) => q.where('deleted_at', 'is', null).where('reputation_points', '>', 0).where('id', '!=', GUEST_ID),
  },
}

const pages = ({ db }: Db, { table, only }: Source): Query =>
  only(db.$omitTables<keyof Tables>().$extendTables<PageTables>().selectFrom(table))

const lastChange = ([first, second]: Source['at']): RawBuilder<string | null> => {
  const published = sql.ref<string | null>(first)
  const changed = second && sql.ref<string | null>(second)
  return changed
    ? sql`case when ${published} is null or ${changed} > ${published} then coalesce(${changed}, ${published}) else ${published} end`
    : sql`${published}`
}

/** Yields the non-empty files of a kind with the time of their latest change. */
export async function* streamSitemapFiles(ctx: Db, kind: SitemapKind): AsyncGenerator<{ file: number; at: string | null }> {
  const source = SOURCES[kind]
  for (let past = 0; ;) {
    // Finds the next existing id, as ids may have large gaps.
    const next = await pages(ctx, source).select('id').where('id', '>', past).orderBy('id').limit(1).executeTakeFirst()
    if (!next) return
    const file = Math.ceil(next.id / MAX_URLS_PER_FILE)
    const { at } = await within(pages(ctx, source), file).select(newest(source)).executeTakeFirstOrThrow()
    yield { file, at }
    past = lastIdOf(file)
    await setImmediate()
  }
}

const lastIdOf = (file: number): number => Math.min(file * MAX_URLS_PER_FILE, MAX_ID)
const within = (query: Query, file: number): Query => query.where('id', '>', lastIdOf(file - 1)).where('id', '<=', lastIdOf(file))
const newest = ({ at }: Source) => sql<string | null>`max(${lastChange(at)})`.as('at')

/** Yields the entries of a file; yields to the event loop between batches. */
export async function* streamSitemapEntries(ctx: Db, kind: SitemapKind, file: number): AsyncGenerator<SitemapEntry> {
  const source = SOURCES[kind]
  let last = lastIdOf(file - 1)
  for (;;) {
    const rows = await within(pages(ctx, source), file)
      .select(['id', (source.slug ? sql.ref<string>(source.slug) : sql<string>`''`).as('slug'), lastChange(source.at).as('at')])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    yield* rows
    if (rows.length < BATCH_SIZE) return
    last = rows.at(-1)?.id ?? last
    await setImmediate()
  }
}

export const listSitemapCategories = ({ db }: Db): Promise<{ id: number; slug: string }[]> =>
  db.selectFrom('categories').select(['id', 'slug']).orderBy('id').execute()

/** Returns the latest public change by category id; no entry for empty categories. */
export async function findLastChangeByCategory(ctx: Db, kind: 'articles' | 'products' | 'topics'): Promise<Map<number, string>> {
  const source = SOURCES[kind]
  const times = new Map<number, string>()
  for await (const { file } of streamSitemapFiles(ctx, kind)) {
    const rows = await within(pages(ctx, source), file)
      .select((eb) => [eb.ref('category_id').$notNull().as('id'), newest(source)])
      .where('category_id', 'is not', null)
      .groupBy('category_id')
      .execute()
    for (const { id, at } of rows) if (at !== null && at > (times.get(id) ?? '')) times.set(id, at)
  }
  return times
}
