import './trust.context.ts'
import { isOneOfTexts } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface PostAuthor {
  level: number
  memberSince: string
  hasVisiblePost: boolean
  hasReview: boolean
}

/** @returns what the limits depend on; undefined if the account does not exist */
export async function findPostAuthor({ db }: Db, id: number): Promise<PostAuthor | undefined> {
  const row = await db
    .selectFrom('users')
    .select((eb) => [
      'level',
      'member_since as memberSince',
      eb
        .selectFrom('topics')
        .select('topics.id')
        .where('topics.user_id', '=', id)
        .where('topics.status', '=', 'visible')
        .limit(1)
        .as('visibleTopic'),
      eb
        .selectFrom('replies')
        .select('replies.id')
        .where('replies.user_id', '=', id)
        .where('replies.status', '=', 'visible')
        .limit(1)
        .as('visibleReply'),
      eb.selectFrom('reviews').select('reviews.id').where('reviews.user_id', '=', id).limit(1).as('review'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { visibleTopic, visibleReply, review, ...author } = row
  return { ...author, hasVisiblePost: visibleTopic !== null || visibleReply !== null, hasReview: review !== null }
}

export const findLevel = async ({ db }: Db, id: number): Promise<number> =>
  (await db.selectFrom('users').select('level').where('id', '=', id).executeTakeFirst())?.level ?? 1

export const listDomains = ({ db }: Db, domains: readonly string[]) =>
  db
    .selectFrom('link_domains')
    .select(['domain', 'approved', 'rejected'])
    .where(isOneOfTexts(db, 'domain', domains))
    .execute()

/** Counts a decision for each domain; `domains` must be distinct. They are sorted, to avoid deadlocks. */
export async function addDomainDecisions({ db }: Db, domains: readonly string[], isApproved: boolean, at: string): Promise<void> {
  if (domains.length === 0) return
  const counts = { approved: Number(isApproved), rejected: Number(!isApproved) }
  await db
    .insertInto('link_domains')
    .values(domains.toSorted().map((domain) => ({ domain, ...counts, decided_at: at })))
    .onConflict((oc) =>
      oc.column('domain').doUpdateSet((eb) => ({
        approved: eb('link_domains.approved', '+', counts.approved),
        rejected: eb('link_domains.rejected', '+', counts.rejected),
        decided_at: at,
      })),
    )
    .execute()
}
