/** How much there is and what waits. Every count runs along an index. */
import type { SelectQueryBuilder } from 'kysely'
import { hasOpenJob } from '#features/job-queue/job-queue.service.ts'
import { sendMailJob } from '#features/mail/mail-job.service.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'
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

export interface AttentionItem {
  count: number
  /** The oldest. */
  since: string | null
}

export interface AttentionItems {
  enquiries: AttentionItem
  posts: AttentionItem
  /** Proof of purchases that nobody has looked at. */
  evidence: AttentionItem
  mails: AttentionItem
  /** That the site has paused, as nothing arrived any more. */
  webhooks: AttentionItem
  drafts: number
  /** Copies that were refused something at the end of a quota since then; only a main site has any. */
  fullCopies: AttentionItem
}

export async function listAttentionItems({ db }: Db, fullSince: string): Promise<AttentionItems> {
  const waiting = (table: 'enquiries' | 'topics' | 'replies', status: string) =>
    db
      .selectFrom(table)
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('created_at').as('since')])
      .where('status', '=', status)
      .executeTakeFirstOrThrow()
  const [enquiries, topics, replies, evidence, mails, webhooks, drafts, fullCopies] = await Promise.all([
    waiting('enquiries', 'new'),
    waiting('topics', 'waiting'),
    waiting('replies', 'waiting'),
    db
      .selectFrom('review_evidence')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('sent_at').as('since')])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('mails')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('created_at').as('since')])
      .where('sent_at', 'is', null)
      .where('attempts', '>', (eb) => eb.lit(0))
      .where((eb) => eb.not(hasOpenJob({ db }, sendMailJob, 'mails.id')))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('webhooks')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('paused_at').as('since')])
      .where('paused_reason', 'is not', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('articles')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', 'draft')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('site_quotas')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('full_at').as('since')])
      .where('full_at', '>=', fullSince)
      .executeTakeFirstOrThrow(),
  ])
  const oldest = [topics.since, replies.since].filter((at) => at !== null).toSorted()[0] ?? null
  return {
    enquiries,
    posts: { count: topics.count + replies.count, since: oldest },
    evidence,
    mails,
    webhooks,
    drafts: drafts.count,
    fullCopies,
  }
}
