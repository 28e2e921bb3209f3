/** Counts items for the dashboard, each count from an index. */
import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import type { DashboardCount } from './dashboard.contract.ts'

type Db = Pick<Context, 'db'>
export interface CountSeries {
  total: number
  /** Number of new items per day, oldest first. */
  perDay: number[]
}

/** Counts the items of each kind. @param edges start times of the days, oldest first, and the end of the last day */
export async function countDashboard(ctx: Db, edges: readonly string[]): Promise<Record<DashboardCount['name'], CountSeries>> {
  const publishedArticles = selectFrom(ctx, 'articles').where('status', '=', 'published')
  const [products, articles, forums, enquiries, users] = await Promise.all([
    countSeries(ctx, selectFrom(ctx, 'products'), 'created_at', edges),
    countSeries(ctx, publishedArticles, 'published_at', edges),
    // Manage Forums lists topics of every status.
    countSeries(ctx, selectFrom(ctx, 'topics'), 'created_at', edges),
    countSeries(ctx, selectFrom(ctx, 'enquiries'), 'created_at', edges),
    countUsers(ctx, edges),
  ])
  return { products, articles, forums, enquiries, users }
}

type TableQuery<T extends keyof Tables> = SelectQueryBuilder<Tables, T, object>
const selectFrom = <T extends 'products' | 'articles' | 'topics' | 'enquiries' | 'users'>({ db }: Db, table: T) =>
  db.selectFrom(table) as TableQuery<T>

async function countSeries<T extends keyof Tables>(
  ctx: Db,
  query: TableQuery<T>,
  column: string,
  edges: readonly string[],
): Promise<CountSeries> {
  const [total, days] = await Promise.all([countAll(query), countPerDay(ctx, query, column, edges)])
  return { total, perDay: days }
}

const selectCount = <T extends keyof Tables>(query: TableQuery<T>) => query.select((eb) => eb.fn.countAll<number>().as('n'))

const countAll = async <T extends keyof Tables>(query: TableQuery<T>): Promise<number> =>
  (await selectCount(query).executeTakeFirstOrThrow()).n

/** Counts one index range per day, all in one statement: `group by` day would read every row of the month into a temporary table. */
async function countPerDay<T extends keyof Tables>(
  { db }: Db,
  query: TableQuery<T>,
  column: string,
  edges: readonly string[],
): Promise<number[]> {
  const time = db.dynamic.ref(column)
  const days = edges
    .slice(0, -1)
    .map((start, index) => selectCount(query.where(time, '>=', start).where(time, '<', edges[index + 1])).as(`day${index}`))
  const row = (await db.selectNoFrom(days).executeTakeFirstOrThrow()) as Record<string, number>
  return days.map((_, index) => row[`day${index}`] ?? 0)
}

/** Counts users as Manage Users lists them: without closed accounts, which are few and therefore counted separately and subtracted. */
async function countUsers(ctx: Db, edges: readonly string[]): Promise<CountSeries> {
  const users = selectFrom(ctx, 'users')
  const [allUserCounts, closedUsers] = await Promise.all([
    countSeries(ctx, users, 'member_since', edges),
    countSeries(ctx, users.where('deleted_at', 'is not', null), 'member_since', edges),
  ])
  return {
    total: allUserCounts.total - closedUsers.total,
    perDay: allUserCounts.perDay.map((n, day) => n - (closedUsers.perDay[day] ?? 0)),
  }
}
