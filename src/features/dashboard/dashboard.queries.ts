/** How much there is. Every count runs along an index. */
import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import type { DashboardCount } from './dashboard.contract.ts'

type Db = Pick<Context, 'db'>
export interface CountSeries {
  total: number
  /** How many were new on each day. */
  perDay: number[]
}

/** @param edges the moments at which the days begin, oldest first, and the one at which the last day ends */
export async function countDashboard(ctx: Db, edges: readonly string[]): Promise<Record<DashboardCount['name'], CountSeries>> {
  const published = all(ctx, 'articles').where('status', '=', 'published')
  const [products, articles, forums, enquiries, users] = await Promise.all([
    counted(ctx, all(ctx, 'products'), 'created_at', edges),
    counted(ctx, published, 'published_at', edges),
    countTopics(ctx, edges),
    counted(ctx, all(ctx, 'enquiries'), 'created_at', edges),
    countUsers(ctx, edges),
  ])
  return { products, articles, forums, enquiries, users }
}

type From<T extends keyof Tables> = SelectQueryBuilder<Tables, T, object>
const all = <T extends 'products' | 'articles' | 'topics' | 'enquiries' | 'users'>({ db }: Db, table: T) => db.selectFrom(table) as From<T>

async function counted<T extends keyof Tables>(ctx: Db, query: From<T>, column: string, edges: readonly string[]): Promise<CountSeries> {
  const [total, days] = await Promise.all([count(query), perDay(ctx, query, column, edges)])
  return { total, perDay: days }
}

const numberOf = <T extends keyof Tables>(query: From<T>) => query.select((eb) => eb.fn.countAll<number>().as('n'))

const count = async <T extends keyof Tables>(query: From<T>): Promise<number> => (await numberOf(query).executeTakeFirstOrThrow()).n

/** One range of the index for each day, all in one statement: grouping by day would put every row of the month in a table first. */
async function perDay<T extends keyof Tables>({ db }: Db, query: From<T>, column: string, edges: readonly string[]): Promise<number[]> {
  const time = db.dynamic.ref(column)
  const days = edges.slice(0, -1).map((from, at) => numberOf(query.where(time, '>=', from).where(time, '<', edges[at + 1])).as(`day${at}`))
  const row = (await db.selectNoFrom(days).executeTakeFirstOrThrow()) as Record<string, number>
  return days.map((_, at) => row[`day${at}`] ?? 0)
}

/** The index of visible topics holds the pinned ones first, so a range of days in it has two parts. */
async function countTopics(ctx: Db, edges: readonly string[]): Promise<CountSeries> {
  const visible = all(ctx, 'topics').where('status', '=', 'visible')
  const inBoth = visible.where('is_pinned', 'in', [false, true])
  const [total, days] = await Promise.all([count(visible), perDay(ctx, inBoth, 'created_at', edges)])
  return { total, perDay: days }
}

/** As Manage Users lists them: without closed accounts. These are few: they are counted by themselves and taken off. */
async function countUsers(ctx: Db, edges: readonly string[]): Promise<CountSeries> {
  const people = all(ctx, 'users')
  const [everybody, closed] = await Promise.all([
    counted(ctx, people, 'member_since', edges),
    counted(ctx, people.where('deleted_at', 'is not', null), 'member_since', edges),
  ])
  return { total: everybody.total - closed.total, perDay: everybody.perDay.map((n, day) => n - (closed.perDay[day] ?? 0)) }
}
