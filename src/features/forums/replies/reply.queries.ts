import { isDemoPost } from '#db/demo-account.ts'
import { forColumnUpdate } from '#db/lock-row.ts'
import type { Moderation } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { Reply } from './reply.contract.ts'

export const selectReplies = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('replies as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.id',
      'r.content',
      'r.status',
      'r.upvotes',
      'r.downvotes',
      'r.edited_at as editedAt',
      'r.version',
      'r.user_id as userId',
      'r.topic_id as forumId',
      'r.created_at as createdAt',
      'u.display_name as displayName',
      'u.username as login',
      'u.avatar_url as avatarUrl',
      'u.deleted_at as closedAt',
      isDemoPost('r').as('isDemo'),
      'u.level',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectReplies>['executeTakeFirstOrThrow']>>
/** A row without what is fixed for a new reply: its author is a real person with an open account. */
type NewRow = Omit<Row, 'closedAt' | 'isDemo'>
/** A reply whose content has not been rendered as HTML. */
export type ReplyRow = Omit<Reply, 'contentHtml'>

export const toReply = ({
  displayName,
  login,
  closedAt,
  isDemo,
  ...row
}: NewRow & Partial<Pick<Row, 'closedAt' | 'isDemo'>>): ReplyRow => ({
  ...row,
  isDemo: Boolean(isDemo),
  ...(closedAt ? { isAuthorClosed: true } : {}),
  level: row.level ?? 1,
  username: displayName || login || 'Unknown User',
})

/** Lists the visible replies to a topic, oldest first. */
export async function listReplyRows(ctx: Context, topicId: number, paging: Paging): Promise<ListResult<ReplyRow>> {
  const { offset, limit } = toOffsetLimit(paging)
  const rows = await selectReplies(ctx)
    .where('r.topic_id', '=', topicId)
    .where('r.status', '=', 'visible')
    .orderBy('r.created_at')
    .orderBy('r.id')
    .offset(offset)
    .limit(limit)
    .execute()
  const total = await countTotal(rows, paging, async () => {
    const { n } = await ctx.db
      .selectFrom('replies')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('topic_id', '=', topicId)
      .where('status', '=', 'visible')
      .executeTakeFirstOrThrow()
    return n
  })
  return { items: rows.map(toReply), total }
}

/** @returns the position of a reply in the list of `listReplyRows`, counted from 1; undefined if it is not listed */
export async function findReplyPosition({ db }: Pick<Context, 'db'>, topicId: number, id: number): Promise<number | undefined> {
  const reply = await db
    .selectFrom('replies')
    .select('created_at as createdAt')
    .where('id', '=', id)
    .where('topic_id', '=', topicId)
    .where('status', '=', 'visible')
    .executeTakeFirst()
  if (!reply) return undefined
  const { n } = await db
    .selectFrom('replies')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('topic_id', '=', topicId)
    .where('status', '=', 'visible')
    .where((eb) => eb.or([eb('created_at', '<', reply.createdAt), eb.and([eb('created_at', '=', reply.createdAt), eb('id', '<=', id)])]))
    .executeTakeFirstOrThrow()
  return n
}

export async function findReply({ db }: Pick<Context, 'db'>, id: number): Promise<ReplyRow | undefined> {
  const row = await selectReplies({ db }).where('r.id', '=', id).executeTakeFirst()
  return row && toReply(row)
}

export async function getReplyRow(ctx: Pick<Context, 'db'>, id: number): Promise<ReplyRow> {
  return toReply(await selectReplies(ctx).where('r.id', '=', id).executeTakeFirstOrThrow())
}

/** Status of the topic, whether it is locked, and the author of the new reply. */
export type TopicForReply = NonNullable<Awaited<ReturnType<typeof lockTopicForReply>>>

/**
 * Counts a visible reply, updates the topic's last activity, and locks the topic's row like `lockTopicForReply`, in one statement.
 * @returns the columns of `lockTopicForReply`; undefined if the topic does not exist, is not visible, or is locked without `isLockIgnored`
 */
export async function countReply(
  { db }: Pick<Context, 'db'>,
  { topicId, userId, createdAt, isLockIgnored }: { topicId: number; userId: number; createdAt: string; isLockIgnored: boolean },
): Promise<TopicForReply | undefined> {
  return db
    .updateTable('topics')
    .set((eb) => ({ reply_count: eb('reply_count', '+', 1), active_at: createdAt }))
    .where('id', '=', topicId)
    .where('status', '=', 'visible')
    .$if(!isLockIgnored, (q) => q.where('is_locked', '=', false))
    .returning((eb) => {
      const author = eb.selectFrom('users').where('users.id', '=', userId)
      return [
        'status',
        'is_locked as isLocked',
        author.select('display_name').as('displayName'),
        author.select('username').as('login'),
        author.select('avatar_url').as('avatarUrl'),
        author.select('level').as('level'),
        author.select('last_active').as('lastActive'),
      ]
    })
    .executeTakeFirst()
}

/**
 * Reads the topic and the author of a reply, and locks the topic's row until the end of the transaction, to serialise replies with locking,
 * hiding and deleting the topic.
 */
export const lockTopicForReply = ({ db }: Pick<Context, 'db'>, topicId: number, userId: number) =>
  db
    .selectFrom('topics as t')
    .leftJoin('users as u', (join) => join.on('u.id', '=', userId))
    .select([
      't.status',
      't.is_locked as isLocked',
      'u.display_name as displayName',
      'u.username as login',
      'u.avatar_url as avatarUrl',
      'u.level',
      'u.last_active as lastActive',
    ])
    .where('t.id', '=', topicId)
    .modifyEnd(forColumnUpdate(db, 't'))
    .executeTakeFirst()

export interface NewReplyRow {
  topicId: number
  userId: number
  content: string
  createdAt: string
  status: Moderation
  screening: string | null
}

export async function insertReply({ db }: Pick<Context, 'db'>, row: NewReplyRow): Promise<number> {
  const { id } = await db
    .insertInto('replies')
    .values({
      topic_id: row.topicId,
      user_id: row.userId,
      content: row.content,
      created_at: row.createdAt,
      status: row.status,
      screening: row.screening,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
