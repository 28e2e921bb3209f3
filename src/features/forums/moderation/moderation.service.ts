/** Lists posts of every status for moderators. */
import { findCategoryId } from '#features/categories/category.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { TopicAdminQuery, WaitingPost } from './moderation.contract.ts'
import * as queries from './moderation.queries.ts'
import * as waitingPosts from './waiting-posts.queries.ts'
import { renderPosts } from '#features/forums/post-html.service.ts'
import type { Topic } from '#features/forums/topic.contract.ts'
import type { Reply } from '#features/forums/replies/reply.contract.ts'
import * as topics from '#features/forums/topic.queries.ts'

export async function listAllTopics(
  ctx: Context,
  { category, search, status, sort, ...paging }: TopicAdminQuery,
): Promise<ListResult<Topic>> {
  const categoryId = await findCategoryId(ctx, category)
  return queries.listTopicsForModeration(ctx, { categoryId, search, status }, sort, paging)
}

export const listWaitingPosts = (ctx: Context, paging: Paging): Promise<ListResult<WaitingPost>> =>
  waitingPosts.listWaitingRows(ctx, paging)

export async function listAllReplies(ctx: Context, topicId: number, paging: Paging): Promise<ListResult<Reply>> {
  if (!(await topics.findTopic(ctx, topicId))) throw notFound('topic')
  const { items, total } = await queries.listRepliesForModeration(ctx, topicId, paging)
  return { items: await renderPosts(ctx, items), total }
}
