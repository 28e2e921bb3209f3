/** History of posts, and restoration of posts by the author who has deleted them. */
import { renderPost } from '#features/forums/post-html.service.ts'
import { restoreReply } from '#features/forums/replies/reply-change.service.ts'
import { findReply, getReplyRow } from '#features/forums/replies/reply.queries.ts'
import type { Reply } from '#features/forums/replies/reply.contract.ts'
import { restoreTopic } from '#features/forums/topic-change.service.ts'
import type { Topic } from '#features/forums/topic.contract.ts'
import * as topics from '#features/forums/topic.queries.ts'
import { getVisibleTopic } from '#features/forums/topic.service.ts'
import { restoreOwnPost } from '#features/trash/trash.service.ts'
import { actingUserId } from '#features/users/user.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { PostVersion } from './own-post.contract.ts'
import { listHistory } from './post-version.service.ts'

export const listTopicHistory = async (ctx: Context, id: number, paging: Paging): Promise<ListResult<PostVersion>> =>
  listHistory(ctx, 'topic', await getVisibleTopic(ctx, id), paging)

export async function listReplyHistory(ctx: Context, id: number, paging: Paging): Promise<ListResult<PostVersion>> {
  const reply = await findReply(ctx, id)
  if (reply?.status !== 'visible') throw notFound('reply')
  await getVisibleTopic(ctx, reply.forumId)
  return listHistory(ctx, 'reply', reply, paging)
}

/** @throws AppError as `restoreOwnPost` */
export async function restoreOwnTopic(ctx: Context, id: number): Promise<Topic> {
  const userId = actingUserId(ctx, undefined)
  const topic = await ctx.db.transaction().execute(async (db) => {
    await restoreOwnPost({ ...ctx, db }, { kind: 'topic', id, userId }, restoreTopic)
    return topics.findTopic({ db }, id)
  })
  if (!topic) throw notFound('topic')
  return renderPost(ctx, topic)
}

/** @throws AppError as `restoreOwnPost` */
export async function restoreOwnReply(ctx: Context, id: number): Promise<Reply> {
  const userId = actingUserId(ctx, undefined)
  const reply = await ctx.db.transaction().execute(async (db) => {
    await restoreOwnPost({ ...ctx, db }, { kind: 'reply', id, userId }, restoreReply)
    return getReplyRow({ db }, id)
  })
  return renderPost(ctx, reply)
}
