import './watch.context.ts'
import { sql } from 'kysely'
import { isDemoAccount, isDemoPost } from '#db/demo-account.ts'
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type Paging } from '#platform/contract/endpoint.ts'
import type { WatchKind } from './watch-limits.policy.ts'

type Db = Pick<Context, 'db'>

/** What a watch is about. */
export interface WatchSubject {
  kind: WatchKind
  id: number
}

export interface WatchFilter {
  kind?: WatchKind | 'topic' | undefined
  id?: number | undefined
}

/** Selects a member's watches of all kinds; those of topics are in a separate table. */
const selectWatches = ({ db }: Db, userId: number, { kind, id }: WatchFilter) => {
  const topics = db
    .selectFrom('topic_watches')
    .select([sql<WatchKind | 'topic'>`'topic'`.as('kind'), 'topic_id as id', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('is_off', '=', false)
  const subjects = db
    .selectFrom('watches')
    .select([sql<WatchKind | 'topic'>`kind`.as('kind'), 'subject_id as id', 'created_at as createdAt'])
    .where('user_id', '=', userId)
  return db
    .selectFrom(subjects.unionAll(topics).as('w'))
    .$if(kind !== undefined, (q) => q.where('w.kind', '=', kind ?? 'topic'))
    .$if(id !== undefined, (q) => q.where('w.id', '=', id ?? 0))
}

export async function listWatchRows(ctx: Db, userId: number, filter: WatchFilter, paging: Paging) {
  const { offset, limit } = toOffsetLimit(paging)
  const rows = await selectWatches(ctx, userId, filter)
    .select(['w.kind', 'w.id', 'w.createdAt'])
    .orderBy('w.createdAt', 'desc')
    .orderBy('w.kind')
    .orderBy('w.id')
    .offset(offset)
    .limit(limit)
    .execute()
  const { n } = await selectWatches(ctx, userId, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { rows, total: n }
}

export async function countWatches({ db }: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('watches')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return n
}

export async function hasWatch({ db }: Db, userId: number, { kind, id }: WatchSubject): Promise<boolean> {
  const row = await db
    .selectFrom('watches')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertWatch({ db }: Db, userId: number, { kind, id }: WatchSubject): Promise<void> {
  await db
    .insertInto('watches')
    .values({ user_id: userId, kind, subject_id: id, created_at: new Date().toISOString() })
    .onConflict((oc) => oc.columns(['user_id', 'kind', 'subject_id']).doNothing())
    .execute()
}

export async function deleteWatch({ db }: Db, userId: number, { kind, id }: WatchSubject): Promise<void> {
  await db.deleteFrom('watches').where('user_id', '=', userId).where('kind', '=', kind).where('subject_id', '=', id).execute()
}

const areSubjects = (subjects: readonly WatchSubject[]) =>
  sql<boolean>`(${sql.join(
    subjects.map(({ kind, id }) => sql`(w.kind = ${kind} and w.subject_id = ${id})`),
    sql` or `,
  )})`

/** Whether a member watches one of the subjects. */
export async function isWatched({ db }: Db, subjects: readonly WatchSubject[]): Promise<boolean> {
  const row = await db.selectFrom('watches as w').select('w.user_id').where(areSubjects(subjects)).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Lists a batch of the members who watch one of the subjects, by ascending id. */
export async function listWatchers({ db }: Db, subjects: readonly WatchSubject[], afterUserId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('watches as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .select('w.user_id as userId')
    .distinct()
    .where(areSubjects(subjects))
    .where('w.user_id', '>', afterUserId)
    .where('u.deleted_at', 'is', null)
    .orderBy('w.user_id')
    .limit(limit)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Lists the pages of categories, products, members and topics among the ids; topics that wait for approval only for their author. */
export const SUBJECT_FINDERS = {
  category: ({ db }: Db, ids: number[]) =>
    db
      .selectFrom('categories')
      .select(['id', 'slug', 'name as title'])
      .where(isOneOf(db, 'id', ids))
      .execute(),
  product: ({ db }: Db, ids: number[]) =>
    db
      .selectFrom('products')
      .select(['id', 'slug', 'name as title', 'is_demo as isDemo'])
      .where(isOneOf(db, 'id', ids))
      .execute(),
  user: ({ db }: Db, ids: number[]) =>
    db
      .selectFrom('users')
      .select(['id', (eb) => eb.fn.coalesce('display_name', 'username').as('title'), isDemoAccount('users').as('isDemo')])
      .where(isOneOf(db, 'id', ids))
      .where('deleted_at', 'is', null)
      .execute(),
  topic: ({ db }: Db, ids: number[], viewerId: number) =>
    db
      .selectFrom('topics as t')
      .leftJoin('users as u', 'u.id', 't.user_id')
      .select(['t.id', 't.title', 't.status', isDemoPost('t').as('isDemo')])
      .where(isOneOf(db, 't.id', ids))
      .where((eb) => eb.or([eb('t.status', '=', 'visible'), eb.and([eb('t.status', '=', 'waiting'), eb('t.user_id', '=', viewerId)])]))
      .execute(),
} as const

/** Finds a visible topic with the names of its author and category. */
export const findWatchedTopic = ({ db }: Db, id: number) =>
  db
    .selectFrom('topics as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('categories as c', 'c.id', 't.category_id')
    .select([
      't.title',
      't.user_id as userId',
      't.category_id as categoryId',
      'c.name as categoryName',
      (eb) => eb.fn.coalesce('u.display_name', 'u.username').as('authorName'),
      isDemoPost('t').as('isDemo'),
    ])
    .where('t.id', '=', id)
    .where('t.status', '=', 'visible')
    .executeTakeFirst()

/** Lists the products that a topic is about. */
export async function listProductIdsOfTopic({ db }: Db, topicId: number): Promise<number[]> {
  const rows = await db.selectFrom('topic_products').select('product_id as id').where('topic_id', '=', topicId).execute()
  return rows.map(({ id }) => id)
}

/** Finds a review with the product and the name of its author. */
export const findWatchedReview = ({ db }: Db, id: number) =>
  db
    .selectFrom('reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.user_id as userId',
      'r.product_id as productId',
      'p.name as productName',
      'p.slug as productSlug',
      'p.is_demo as isDemo',
      (eb) => eb.fn.coalesce('u.display_name', 'u.username').as('authorName'),
    ])
    .where('r.id', '=', id)
    .executeTakeFirst()

export const findSubjectWatchesOfPerson = ({ db }: Db, { id }: { id: number }) =>
  db
    .selectFrom('watches')
    .select(['kind', 'subject_id as id', 'created_at as createdAt'])
    .where('user_id', '=', id)
    .orderBy('kind')
    .orderBy('subject_id')
    .execute()

/** Deletes the watches of a person, and those of other members that are about the person. */
export async function deleteSubjectWatchesOfPerson({ db }: Db, { id }: { id: number }): Promise<void> {
  await db.deleteFrom('watches').where('user_id', '=', id).execute()
  await db.deleteFrom('watches').where('kind', '=', 'user').where('subject_id', '=', id).execute()
}
