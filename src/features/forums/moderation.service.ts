/** Keeping order: what an administrator sees and does in the forums. */
import { findCategoryId } from '#features/categories/category.service.ts'
import type { Context } from '#platform/context.ts'
import type { Listed, Paging } from '#platform/endpoint.ts'
import { notFound } from '#platform/errors.ts'
import type { TopicAdminQuery, WaitingPost } from './moderation.contract.ts'
import * as queries from './moderation.queries.ts'
import type { Reply, Topic } from './topic.contract.ts'
import * as topics from './topic.queries.ts'

export async function listAllTopics(ctx: Context, { category, search, status, sort, ...paging }: TopicAdminQuery): Promise<Listed<Topic>> {
  const categoryId = await findCategoryId(ctx, category)
  return queries.listTopics(ctx, { categoryId, search, status }, sort, paging)
}

export const listWaitingPosts = (ctx: Context, paging: Paging): Promise<Listed<WaitingPost>> => queries.listWaiting(ctx, paging)

export async function listAllReplies(ctx: Context, topicId: number, paging: Paging): Promise<Listed<Reply>> {
  if (!(await topics.find(ctx, topicId))) throw notFound('topic')
  return queries.listReplies(ctx, topicId, paging)
}
