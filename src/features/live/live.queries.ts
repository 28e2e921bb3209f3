import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** Maximum number of replies per query; more at once come only from imports. */
const MAX_REPLIES = 200

export interface VotedPost {
  id: number
  upvotes: number
  downvotes: number
}

export const listVisibleTopics = ({ db }: Db, ids: readonly number[]): Promise<(VotedPost & { replyCount: number })[]> =>
  db
    .selectFrom('topics')
    .select(['id', 'upvotes', 'downvotes', 'reply_count as replyCount'])
    .where(isOneOf(db, 'id', ids))
    .where('status', '=', 'visible')
    .execute()

export interface ChangedReply extends VotedPost {
  topicId: number
  /** Time at which it became visible: when it was written or approved. */
  visibleSince: string
}

/** Lists visible replies to these topics, oldest first. @param ids undefined if it is unknown which were written: then those since `since` */
export async function listVisibleReplies(
  { db }: Db,
  topicIds: readonly number[],
  ids: readonly number[] | undefined,
  since: string,
): Promise<ChangedReply[]> {
  const visibleSince = db.fn.coalesce('approved_at', 'created_at')
  return db
    .selectFrom('replies')
    .select(['id', 'topic_id as topicId', 'upvotes', 'downvotes', visibleSince.as('visibleSince')])
    .where(isOneOf(db, 'topic_id', topicIds))
    .where('status', '=', 'visible')
    .$if(ids !== undefined, (q) => q.where(isOneOf(db, 'id', ids ?? [])))
    .$if(ids === undefined, (q) => q.where(visibleSince, '>=', since))
    .orderBy('id')
    .limit(MAX_REPLIES)
    .execute()
}

/** Counts the unread notices of these members; members without any are missing. */
export const countUnreadByMember = ({ db }: Db, userIds: readonly number[]): Promise<{ userId: number; unread: number }[]> =>
  db
    .selectFrom('notices')
    .select(['user_id as userId', (eb) => eb.fn.countAll<number>().as('unread')])
    .where(isOneOf(db, 'user_id', userIds))
    .where('read_at', 'is', null)
    .groupBy('user_id')
    .execute()

/** Lists the existing sessions among these, of open accounts. */
export const listOpenSessions = ({ db }: Db, ids: readonly number[]): Promise<{ id: number; restrictedAt: string | null }[]> =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 'u.restricted_at as restrictedAt'])
    .where(isOneOf(db, 's.id', ids))
    .where('u.deleted_at', 'is', null)
    .execute()
