/** Reads URLs and modification times for sitemaps, in batches by id from covering indexes. */
import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { isDemoAccount } from '#db/demo-account.ts'
import type { Tables } from '#db/tables.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { MAX_ID } from '#platform/contract/endpoint.ts'
import type { SitemapKind } from '#features/pages/page-table.policy.ts'

type Db = Pick<Context, 'db' | 'site'>

export interface SitemapEntry {
  id: number
  /** Empty when the URL contains the id instead. */
  slug: string
  /** Time of the last change to the page; null if unknown. */
  at: string | null
}

/** File n contains the ids from (n - 1) times this, exclusive, to n times this. The protocol allows 50,000 URLs. */
export const MAX_URLS_PER_FILE = 10_000
const BATCH_SIZE = 1000

interface SitemapSource {
  table: keyof Tables
  /** Column whose value is at the end of the URL; default: the id. */
  slug?: 'slug' | 'key'
  /** Column with the time of publication and, optionally, column with the time of the last change. */
  timeColumns: readonly [string, string?]
  /** Restricts a query to public rows; members must have reputation as well. */
  restrict: (query: Query) => Query
  /** Excludes demo content, which search engines must not index. Only sites with demo content need it. */
  excludeDemo?: (query: Query) => Query
}
/** Columns that the queries use; each table has some of them. */
interface PageRow {
  id: number
  slug: string
  category_id: number | null
  status: string
  deleted_at: string | null
  reputation_points: number
  is_demo: boolean
  user_id: number
  expert_id: number
  started_at: string | null
}
type PageTables = Record<string, PageRow>
type Query = SelectQueryBuilder<PageTables, string, object>

const isNotDemo = (query: Query): Query => query.where('is_demo', '=', false)
const isDemoMember = (users: string) => isDemoAccount(users).$castTo<SqlBool>()

const SOURCES: Record<SitemapKind, SitemapSource> = {
  articles: {
    table: 'articles',
    slug: 'slug',
    timeColumns: ['published_at', 'changed_at'],
    restrict: (q) => q.where('status', '=', 'published'),
  },
  'expert-articles': {
    table: 'expert_articles',
    timeColumns: ['published_at'],
    restrict: (q) => q,
    excludeDemo: (q) =>
      isNotDemo(q).where('expert_id', 'not in', (eb) => eb.selectFrom('experts').select('experts.id').where('experts.is_demo', '=', true)),
  },
  // Sites without demo content can have the example products of the starter content.
  products: { table: 'products', slug: 'slug', timeColumns: ['created_at', 'changed_at'], restrict: isNotDemo },
  topics: {
    table: 'topics',
    timeColumns: ['active_at', 'changed_at'],
    restrict: (q) => q.where('status', '=', 'visible'),
    excludeDemo: (q) =>
      isNotDemo(q).where('user_id', 'not in', (eb) => eb.selectFrom('users as u').select('u.id').where(isDemoMember('u'))),
  },
  issues: { table: 'newsletter_issues', timeColumns: ['started_at'], restrict: (q) => q.where('started_at', 'is not', null) },
  figures: { table: 'figures', slug: 'key', timeColumns: ['changed_at'], restrict: (q) => q },
  members: {
    table: 'users',
    timeColumns: ['last_active'],
    restrict: (q) => q.where('deleted_at', 'is', null).where('reputation_points', '>', 0).where('id', '!=', GUEST_ID),
    excludeDemo: (q) => q.where((eb) => eb.not(isDemoMember('users'))),
  },
}

function selectPublicRows({ db, site }: Db, { table, restrict, excludeDemo }: SitemapSource): Query {
  const rows = restrict(db.$omitTables<keyof Tables>().$extendTables<PageTables>().selectFrom(table))
  return excludeDemo && site.settings.demoContent ? excludeDemo(rows) : rows
}

const lastChangeSql = ([first, second]: SitemapSource['timeColumns']): RawBuilder<string | null> => {
  const publishedAt = sql.ref<string | null>(first)
  const changedAt = second && sql.ref<string | null>(second)
  return changedAt
    ? sql`case when ${publishedAt} is null or ${changedAt} > ${publishedAt} then coalesce(${changedAt}, ${publishedAt}) else ${publishedAt} end`
    : sql`${publishedAt}`
}

/** Yields the number of each non-empty file of a kind, with the time of its latest change. Demo content does not count as a change. */
export async function* streamSitemapFiles(ctx: Db, kind: SitemapKind): AsyncGenerator<{ file: number; at: string | null }> {
  const source = SOURCES[kind]
  for (let lastId = 0; ;) {
    // Finds the next existing id, as ids may have large gaps.
    const next = await selectPublicRows(ctx, source).select('id').where('id', '>', lastId).orderBy('id').limit(1).executeTakeFirst()
    if (!next) return
    const file = Math.ceil(next.id / MAX_URLS_PER_FILE)
    const { at } = await restrictToFile(selectPublicRows(ctx, source), file).select(latestChangeColumn(source)).executeTakeFirstOrThrow()
    yield { file, at }
    lastId = getLastId(file)
    await setImmediate()
  }
}

const getLastId = (fileNumber: number): number => Math.min(fileNumber * MAX_URLS_PER_FILE, MAX_ID)
const restrictToFile = (query: Query, fileNumber: number): Query =>
  query.where('id', '>', getLastId(fileNumber - 1)).where('id', '<=', getLastId(fileNumber))
const latestChangeColumn = ({ timeColumns }: SitemapSource) => sql<string | null>`max(${lastChangeSql(timeColumns)})`.as('at')

/** Yields the entries of a file, and lets the event loop run between batches. */
export async function* streamSitemapEntries(ctx: Db, kind: SitemapKind, fileNumber: number): AsyncGenerator<SitemapEntry> {
  const source = SOURCES[kind]
  let lastId = getLastId(fileNumber - 1)
  for (;;) {
    const rows = await restrictToFile(selectPublicRows(ctx, source), fileNumber)
      .select(['id', (source.slug ? sql.ref<string>(source.slug) : sql<string>`''`).as('slug'), lastChangeSql(source.timeColumns).as('at')])
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    yield* rows
    if (rows.length < BATCH_SIZE) return
    lastId = rows.at(-1)?.id ?? lastId
    await setImmediate()
  }
}

export const listSitemapCategories = ({ db }: Db): Promise<{ id: number; slug: string }[]> =>
  db.selectFrom('categories').select(['id', 'slug']).orderBy('id').execute()

/** Returns the time of the latest public change by category id; categories without content have no entry. */
export async function findLastChangeByCategory(ctx: Db, kind: 'articles' | 'products' | 'topics'): Promise<Map<number, string>> {
  const source = SOURCES[kind]
  const timeByCategory = new Map<number, string>()
  for await (const { file } of streamSitemapFiles(ctx, kind)) {
    const rows = await restrictToFile(selectPublicRows(ctx, source), file)
      .select((eb) => [eb.ref('category_id').$notNull().as('id'), latestChangeColumn(source)])
      .where('category_id', 'is not', null)
      .groupBy('category_id')
      .execute()
    for (const { id, at } of rows) if (at !== null && at > (timeByCategory.get(id) ?? '')) timeByCategory.set(id, at)
  }
  return timeByCategory
}
