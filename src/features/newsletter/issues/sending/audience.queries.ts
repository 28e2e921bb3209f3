/** Determines the recipients of an issue and stores their delivery state. */
import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** Selects confirmed subscribers who chose one of these categories or none. @param categories category ids; empty: all subscribers */
const filterByAudience = <O>(query: SelectQueryBuilder<Tables, 'subscribers', O>, categories: readonly number[]) =>
  query.where('confirmed_at', 'is not', null).$if(categories.length > 0, (q) =>
    q.where((eb) => {
      const interests = eb.selectFrom('subscriber_interests as i').whereRef('i.subscriber_id', '=', 'subscribers.id')
      return eb.or([
        eb.not(eb.exists(interests.select('i.category_id'))),
        eb.exists(interests.select('i.category_id').where('i.category_id', 'in', categories)),
      ])
    }),
  )

export async function countAudience({ db }: Db, categories: readonly number[]): Promise<number> {
  const { n } = await filterByAudience(db.selectFrom('subscribers'), categories)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/**
 * Inserts the next batch of recipients, ordered by subscriber id.
 * @param afterId id of the last inserted subscriber; 0 at the beginning
 * @returns id of the last subscriber of this batch; undefined when there are no more
 */
export async function insertRecipients(
  { db }: Db,
  issue: { id: number; startedAt: string; audience: readonly number[] },
  afterId: number,
  limit: number,
): Promise<number | undefined> {
  const subscribers = await filterByAudience(db.selectFrom('subscribers'), issue.audience)
    .select('id')
    .where('id', '>', afterId)
    .where('confirmed_at', '<=', issue.startedAt)
    .orderBy('id')
    .limit(limit)
    .execute()
  if (subscribers.length === 0) return undefined
  await db
    .insertInto('newsletter_recipients')
    .values(subscribers.map(({ id }) => ({ issue_id: issue.id, subscriber_id: id, state: 'waiting' as const, reason: null })))
    .onConflict((oc) => oc.columns(['issue_id', 'subscriber_id']).doNothing())
    .execute()
  return subscribers.at(-1)?.id
}

export async function findLastRecipient({ db }: Db, issueId: number): Promise<number> {
  const { last } = await db
    .selectFrom('newsletter_recipients')
    .select((eb) => eb.fn.max<number | null>('subscriber_id').as('last'))
    .where('issue_id', '=', issueId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

export interface WaitingRecipient {
  subscriberId: number
  attempts: number
}

export const listWaiting = ({ db }: Db, issueId: number, limit: number): Promise<WaitingRecipient[]> =>
  db
    .selectFrom('newsletter_recipients')
    .select(['subscriber_id as subscriberId', 'attempts'])
    .where('issue_id', '=', issueId)
    .where('state', '=', 'waiting')
    .orderBy('attempts')
    .orderBy('subscriber_id')
    .limit(limit)
    .execute()

/**
 * Called right before sending.
 * @returns `email` is null when the subscriber has unsubscribed; `isSending` is false when the issue is paused
 */
export async function findRecipientEmail(
  { db }: Db,
  issueId: number,
  subscriberId: number,
): Promise<{ email: string | null; isSending: boolean }> {
  const row = await db
    .selectFrom('newsletter_issues as n')
    .leftJoin('subscribers as s', (join) => join.on('s.id', '=', subscriberId).on('s.confirmed_at', 'is not', null))
    .select(['s.email', 'n.state'])
    .where('n.id', '=', issueId)
    .executeTakeFirst()
  return { email: row?.email ?? null, isSending: row?.state === 'sending' }
}

export async function settleRecipient(
  { db }: Db,
  issueId: number,
  subscriberId: number,
  change: { state: Tables['newsletter_recipients']['state']; attempts: number; reason: string | null },
): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set(change)
    .where('issue_id', '=', issueId)
    .where('subscriber_id', '=', subscriberId)
    .where('state', '=', 'waiting')
    .execute()
}
