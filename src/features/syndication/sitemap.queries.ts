/** What crawlers may know of: addresses and when they changed, in slices by id, from indexes that hold nothing else. */
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
  /** Empty where the id is the address. */
  slug: string
  /** When the page last changed; null where nobody knows. */
  at: string | null
}

/** One file of a map: the ids from (n - 1) times this up to n times this. The protocol allows 50,000 addresses. */
export const MAX_URLS_PER_FILE = 10_000
const SLICE = 1000

interface Source {
  table: keyof Tables
  /** The column that the address ends with; absent: the id. */
  slug?: 'slug' | 'key'
  /** When it appeared, and when it last changed, which may be never. */
  at: readonly [string, string?]
  /** What the public sees; of people, who has given something. */
  only: (query: Query) => Query
}
/** What these tables have, each its part of it. */
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

const lastOf = ([first, second]: Source['at']): RawBuilder<string | null> => {
  const one = sql.ref<string | null>(first)
  const two = second && sql.ref<string | null>(second)
  return two ? sql`case when ${one} is null or ${two} > ${one} then coalesce(${two}, ${one}) else ${one} end` : sql`${one}`
}

/** The files of a kind that have something in them, with the time of their newest change. */
export async function* streamSitemapFiles(ctx: Db, kind: SitemapKind): AsyncGenerator<{ file: number; at: string | null }> {
  const source = SOURCES[kind]
  for (let past = 0; ;) {
    // Not by counting up: ids may have wide gaps.
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
const newest = ({ at }: Source) => sql<string | null>`max(${lastOf(at)})`.as('at')

/** One file's pages; others get their turn between slices. */
export async function* streamSitemapEntries(ctx: Db, kind: SitemapKind, file: number): AsyncGenerator<SitemapEntry> {
  const source = SOURCES[kind]
  let last = lastIdOf(file - 1)
  for (;;) {
    const rows = await within(pages(ctx, source), file)
      .select(['id', (source.slug ? sql.ref<string>(source.slug) : sql<string>`''`).as('slug'), lastOf(source.at).as('at')])
      .where('id', '>', last)
      .orderBy('id')
      .limit(SLICE)
      .execute()
    yield* rows
    if (rows.length < SLICE) return
    last = rows.at(-1)?.id ?? last
    await setImmediate()
  }
}

export const listSitemapCategories = ({ db }: Db): Promise<{ id: number; slug: string }[]> =>
  db.selectFrom('categories').select(['id', 'slug']).orderBy('id').execute()

/** When anything in a category last changed, of what the site shows; nothing for a category in which there is nothing. */
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
