/** Queries for the list of topics and replies that wait for approval. */
import { sql } from 'kysely'
import { parseScreening } from '#features/trust/screening.service.ts'
import { combineScores } from '#features/trust/waiting-reason.policy.ts'
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { WaitingPost } from './moderation.contract.ts'
import * as replies from '#features/forums/replies/reply.queries.ts'
import * as topics from '#features/forums/topic.queries.ts'

type Db = Pick<Context, 'db'>

type Kind = 'topic' | 'reply'

interface WaitingFilter {
  /** Only posts of this author, and of the replies only those in visible topics. */
  userId?: number | undefined
  kind?: Kind | undefined
  /** Only this topic and the replies to it. */
  topicId?: number | undefined
}

const selectWaiting = ({ db }: Db, { userId, kind, topicId }: WaitingFilter) => {
  const topicRows = db
    .selectFrom('topics')
    .select(['id', 'created_at', sql<Kind>`'topic'`.as('kind')])
    .where('status', '=', 'waiting')
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId ?? 0))
    .$if(topicId !== undefined, (q) => q.where('id', '=', topicId ?? 0))
  const replyRows = db
    .selectFrom('replies')
    .select(['id', 'created_at', sql<Kind>`'reply'`.as('kind')])
    .where('status', '=', 'waiting')
    .$if(userId !== undefined, (q) =>
      q
        .where('user_id', '=', userId ?? 0)
        .where('topic_id', 'not in', db.selectFrom('topics').select('id').where('status', 'in', ['waiting', 'hidden'])),
    )
    .$if(topicId !== undefined, (q) => q.where('topic_id', '=', topicId ?? 0))
  return db.selectFrom(topicRows.unionAll(replyRows).as('w')).$if(kind !== undefined, (q) => q.where('w.kind', '=', kind ?? 'topic'))
}

/** Lists the waiting topics and replies together, oldest first. */
export async function listWaitingRows({ db }: Db, paging: Paging, filter: WaitingFilter = {}): Promise<ListResult<WaitingPost>> {
  const { offset, limit } = toOffsetLimit(paging)
  const page = await selectWaiting({ db }, filter)
    .selectAll()
    .orderBy('w.created_at')
    .orderBy('w.id')
    // The kind is the last criterion, because a topic and a reply may have the same time and id.
    .orderBy('w.kind')
    .offset(offset)
    .limit(limit)
    .execute()
  const getIdsOfKind = (kind: Kind) => page.filter((post) => post.kind === kind).map(({ id }) => id)
  const [waitingTopics, waitingReplies, total] = await Promise.all([
    topics
      .selectTopics({ db })
      .select('t.screening')
      .where(isOneOf(db, 't.id', getIdsOfKind('topic')))
      .execute(),
    replies
      .selectReplies({ db })
      .innerJoin('topics as t', 't.id', 'r.topic_id')
      .select(['t.title', 'r.screening'])
      .where(isOneOf(db, 'r.id', getIdsOfKind('reply')))
      .execute(),
    countTotal(page, paging, () => countWaiting({ db }, filter)),
  ])
  const items = page.flatMap(({ kind, id, created_at: createdAt }): WaitingPost[] => {
    const row = kind === 'topic' ? waitingTopics.find((topic) => topic.id === id) : waitingReplies.find((reply) => reply.id === id)
    if (!row) return []
    const username = row.displayName || row.login || 'Unknown User'
    const topicId = 'forumId' in row ? row.forumId : row.id
    const { reasons } = parseScreening(row.screening)
    const { title, content, userId } = row
    return [{ kind, id, topicId, title, content, username, userId, createdAt, reasons, spamScore: combineScores(reasons) }]
  })
  return { items, total }
}

async function countWaiting(ctx: Db, filter: WaitingFilter): Promise<number> {
  const { n } = await selectWaiting(ctx, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
