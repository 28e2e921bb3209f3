import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { AuthorRecord } from '#features/reports/decisions/decision.contract.ts'

const NONE: AuthorRecord = { topics: 0, replies: 0, reviews: 0, verifiedReviews: 0, hiddenPosts: 0, decisions: 0 }

/** Counts what each member has posted and what was decided about it. Members without any are missing from the map. */
export async function countAuthorRecords({ db }: Pick<Context, 'db'>, authorIds: readonly number[]): Promise<Map<number, AuthorRecord>> {
  const countPosts = (table: 'topics' | 'replies') =>
    db
      .selectFrom(table)
      .select((eb) => ['user_id as userId', 'status', eb.fn.countAll<number>().as('n')])
      .where(isOneOf(db, 'user_id', authorIds))
      .where('status', '!=', 'waiting')
      .groupBy(['user_id', 'status'])
      .execute()
  const [topics, replies, reviews, decisions] = await Promise.all([
    countPosts('topics'),
    countPosts('replies'),
    db
      .selectFrom('reviews')
      .select((eb) => ['user_id as userId', 'is_verified as isVerified', eb.fn.countAll<number>().as('n')])
      .where(isOneOf(db, 'user_id', authorIds))
      .groupBy(['user_id', 'is_verified'])
      .execute(),
    db
      .selectFrom('report_decisions as d')
      .innerJoin('report_cases as c', 'c.id', 'd.case_id')
      .select((eb) => ['c.author_id as userId', eb.fn.countAll<number>().as('n')])
      .where(isOneOf(db, 'c.author_id', authorIds))
      .where('d.decision', '!=', 'keep')
      .groupBy('c.author_id')
      .execute(),
  ])
  const records = new Map<number, AuthorRecord>()
  const add = (userId: number, key: keyof AuthorRecord, n: number) => {
    const record = records.get(userId) ?? NONE
    records.set(userId, { ...record, [key]: record[key] + n })
  }
  for (const { userId, status, n } of topics) add(userId, status === 'hidden' ? 'hiddenPosts' : 'topics', n)
  for (const { userId, status, n } of replies) add(userId, status === 'hidden' ? 'hiddenPosts' : 'replies', n)
  for (const { userId, isVerified, n } of reviews) {
    add(userId, 'reviews', n)
    if (isVerified) add(userId, 'verifiedReviews', n)
  }
  for (const { userId, n } of decisions) add(userId, 'decisions', n)
  return records
}

export const EMPTY_RECORD = NONE
