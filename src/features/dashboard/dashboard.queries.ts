/** How much there is and what waits. Every count runs along an index. */
import type { SelectQueryBuilder } from 'kysely'
import { dayOf } from '#db/days.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'
import type { Count } from './dashboard.contract.ts'

type Db = Pick<Context, 'db'>
export interface Counted {
  total: number
  /** Day (`2026-11-21`) to how many were new on it; days without any are absent. */
  days: Map<string, number>
}

/** @param from the moment at which the days begin */
export async function countAll(ctx: Db, from: string, guestId: number): Promise<Record<Count['name'], Counted>> {
  const [products, articles, forums, enquiries, users] = await Promise.all([
    counted(ctx, all(ctx, 'products'), 'created_at', from),
    counted(ctx, all(ctx, 'articles').where('status', '=', 'published'), 'published_at', from),
    countTopics(ctx, from),
    counted(ctx, all(ctx, 'enquiries'), 'created_at', from),
    countUsers(ctx, from, guestId),
  ])
  return { products, articles, forums, enquiries, users }
}

const all = <T extends 'products' | 'articles' | 'topics' | 'enquiries' | 'users'>({ db }: Db, table: T) =>
  db.selectFrom(table) as unknown as SelectQueryBuilder<Tables, T, object>

async function counted<T extends keyof Tables>(
  ctx: Db,
  query: SelectQueryBuilder<Tables, T, object>,
  column: 'created_at' | 'published_at' | 'member_since',
  from: string,
): Promise<Counted> {
  const [total, days] = await Promise.all([count(query), perDay(ctx, query, column, from)])
  return { total, days }
}

async function count<T extends keyof Tables>(query: SelectQueryBuilder<Tables, T, object>): Promise<number> {
  return (await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
}

async function perDay<T extends keyof Tables>(
  { db }: Db,
  query: SelectQueryBuilder<Tables, T, object>,
  column: string,
  from: string,
): Promise<Map<string, number>> {
  const day = dayOf(db, column)
  const rows = await query
    .where(db.dynamic.ref(column), '>=', from)
    .select((eb) => [day.as('day'), eb.fn.countAll<number>().as('n')])
    .groupBy(day)
    .execute()
  return new Map(rows.map((row) => [row.day, row.n]))
}

/** The index of visible topics holds the pinned ones first, so a range of days in it has two parts. */
async function countTopics(ctx: Db, from: string): Promise<Counted> {
  const visible = all(ctx, 'topics').where('status', '=', 'visible')
  const [total, days] = await Promise.all([
    count(visible),
    perDay(ctx, visible.where('is_pinned', 'in', [false, true]), 'created_at', from),
  ])
  return { total, days }
}

/** Without the Community Guest and closed accounts. The closed ones are few: they are counted by themselves and taken off. */
async function countUsers(ctx: Db, from: string, guestId: number): Promise<Counted> {
  const people = all(ctx, 'users').where('id', '!=', guestId)
  const [everybody, closed] = await Promise.all([
    counted(ctx, people, 'member_since', from),
    counted(ctx, people.where('deleted_at', 'is not', null), 'member_since', from),
  ])
  const days = new Map([...everybody.days].map(([day, n]) => [day, n - (closed.days.get(day) ?? 0)]))
  return { total: everybody.total - closed.total, days }
}

export interface Waiting {
  count: number
  /** The oldest. */
  since: string | null
}

export interface AllWaiting {
  enquiries: Waiting
  posts: Waiting
  mails: Waiting
  drafts: number
}

export async function listWaiting({ db }: Db): Promise<AllWaiting> {
  const waiting = (table: 'enquiries' | 'topics' | 'replies', status: string) =>
    db
      .selectFrom(table as 'enquiries')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('created_at').as('since')])
      .where('status', '=', status)
      .executeTakeFirstOrThrow()
  const [enquiries, topics, replies, mails, drafts] = await Promise.all([
    waiting('enquiries', 'new'),
    waiting('topics', 'waiting'),
    waiting('replies', 'waiting'),
    db
      .selectFrom('mails')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('created_at').as('since')])
      .where('sent_at', 'is', null)
      .where('try_at', 'is', null)
      .where('attempts', '>', (eb) => eb.lit(0))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('articles')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', 'draft')
      .executeTakeFirstOrThrow(),
  ])
  const oldest = [topics.since, replies.since].filter((at) => at !== null).toSorted()[0] ?? null
  return { enquiries, posts: { count: topics.count + replies.count, since: oldest }, mails, drafts: drafts.count }
}
