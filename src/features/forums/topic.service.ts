import { goneOrNotFound } from '#features/redirects/tombstone.service.ts'
import { awardPoints } from '#features/reputation/reputation.service.ts'
import { assertCategory, findCategoryId } from '#features/categories/category.service.ts'
import { countGuestPost } from '#features/counting/guest-limit.service.ts'
import { actingUserId, recordActivity } from '#features/users/user.service.ts'
import { admitPost, screenPost } from '#features/trust/screening.service.ts'
import type { Moderation } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { badRequest, forbidden, notFound } from '#platform/contract/errors.ts'
import { renderPost, renderPosts, writeAndRenderPost } from './post-html.service.ts'
import { processPostText } from './post-text.service.ts'
import * as replies from '#features/forums/replies/reply.queries.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import { isQuestionTitle } from './questions/question.policy.ts'
import type { NewTopic, Topic, TopicListQuery } from './topic.contract.ts'
import type { NewReply, Reply } from './replies/reply.contract.ts'
import { enqueueWatcherNotification, watchAfterPosting } from '#features/forums/watching/watch.service.ts'
import { insertTopicProducts } from './topic-products/topic-product.queries.ts'
import { getProductIds } from './topic-products/topic-product.service.ts'
import { enqueueWatchNotification } from '#features/watches/watch-notification.service.ts'
import * as topics from './topic.queries.ts'
import { toView } from './topic-view.service.ts'

/** Maximum number of topics that guests can post from one network in 24 hours. */
const MAX_GUEST_TOPICS = 20
const GUEST_LIMIT_MESSAGE = 'Guests have started too many topics from your network today. Sign in to start one, or try again tomorrow.'
type View = 'card' | 'full'

export async function listTopics(ctx: Context, query: TopicListQuery): Promise<ListResult<Topic>> {
  const categoryId = await findCategoryId(ctx, query.category)
  const { items, total } = await topics.listTopicRows(
    ctx,
    { categoryId, search: query.search, show: query.show, productSlug: query.product },
    query.sort,
    query,
  )
  return { items: toView(items, query.view), total }
}

export async function listTopicsOfCategory(ctx: Context, categoryId: number, query: Paging & { view: View }): Promise<ListResult<Topic>> {
  const { items, total } = await topics.listTopicRows(ctx, { categoryId }, 'newest', query)
  return { items: toView(items, query.view), total }
}

export async function listPopularTopics(ctx: Context, { page, limit, view }: { page: number; limit: number; view: View }) {
  const { items, total } = await topics.listPopularTopicRows(ctx, { page, perPage: limit })
  return { items: toView(items, view), total }
}

export async function getTopic(ctx: Context, id: number): Promise<Topic> {
  const topic = await getVisibleTopic(ctx, id)
  ctx.recordView?.({ table: 'topics', id })
  return renderPost(ctx, topic)
}

export async function postTopic(ctx: Context, { userId: claimedUserId, ...input }: NewTopic): Promise<Topic> {
  const { title, content, categoryId, isQuestion = isQuestionTitle(title), productSlugs = [] } = input
  const userId = actingUserId(ctx, claimedUserId)
  await assertCategory(ctx, categoryId)
  const productIds = await getProductIds(ctx, productSlugs)
  const createdAt = new Date().toISOString()
  const draft = await screenPost(ctx, userId, { ...input, kind: 'topic' })

  return writeAndRenderPost(ctx, content, async (trxCtx) => {
    const { db } = trxCtx
    if (!ctx.viewer) await countGuestPost(trxCtx, 'topic', MAX_GUEST_TOPICS, GUEST_LIMIT_MESSAGE)
    const { waitingFor, ...admission } = await admitPost(trxCtx, draft)
    const { status } = admission
    const id = await topics.insertTopic({ db }, { title, content, categoryId, isQuestion, userId, createdAt, ...admission })
    await insertTopicProducts({ db }, id, productIds)
    if (status === 'visible') await awardPoints({ db }, userId, 'topic', { type: 'topic', id })
    await processPostText(trxCtx, { type: 'topic', id, topicId: id, userId, content, status })
    await recordActivity({ db }, userId, createdAt)
    await publishEvent(trxCtx, 'topic.created', { id, title: status === 'visible' ? title : null, categoryId, status })
    await watchAfterPosting(trxCtx, id, 0)
    if (status === 'visible') await enqueueWatchNotification(trxCtx, { post: 'topic', id, userId, categoryId })
    const posted = await topics.findTopic({ db }, id)
    if (!posted) throw notFound('topic')
    return { ...posted, ...(waitingFor ? { waitingFor } : {}) }
  })
}

export async function listReplies(ctx: Context, topicId: number, paging: Paging): Promise<ListResult<Reply>> {
  await getVisibleTopic(ctx, topicId)
  const { items, total } = await replies.listReplyRows(ctx, topicId, paging)
  return { items: await renderPosts(ctx, items), total }
}

export async function findReply(ctx: Context, topicId: number, replyId: number): Promise<{ position: number | null }> {
  await getVisibleTopic(ctx, topicId)
  return { position: (await replies.findReplyPosition(ctx, topicId, replyId)) ?? null }
}

export async function postReply(ctx: Context, { forumId, userId: claimedUserId, ...input }: NewReply): Promise<Reply> {
  const userId = actingUserId(ctx, claimedUserId)
  const { content } = input
  const createdAt = new Date().toISOString()
  const draft = await screenPost(ctx, userId, { ...input, kind: 'reply' })

  return writeAndRenderPost(ctx, content, async (trxCtx) => {
    const { db } = trxCtx
    const { waitingFor, status, screening } = await admitPost(trxCtx, draft)
    const {
      isLocked: _isLocked,
      lastActive,
      status: _topicStatus,
      ...author
    } = await acceptReply(trxCtx, forumId, userId, createdAt, status)
    const replyFields = { userId, content, createdAt, status }
    const id = await replies.insertReply({ db }, { ...replyFields, screening, topicId: forumId })
    if (status === 'visible') {
      author.level = (await awardPoints({ db }, userId, 'reply', { type: 'reply', id })) ?? author.level
      await enqueueWatcherNotification(trxCtx, forumId)
    }
    await processPostText(trxCtx, { type: 'reply', id, topicId: forumId, userId, content, status })
    await recordActivity({ db }, userId, createdAt, lastActive)
    await watchAfterPosting(trxCtx, forumId, id)
    await publishEvent(trxCtx, 'reply.created', { id, topicId: forumId, status })
    const posted = replies.toReply({ ...replyFields, ...author, id, forumId, upvotes: 0, downvotes: 0, editedAt: null, version: 1 })
    return { ...posted, ...(waitingFor ? { waitingFor } : {}) }
  })
}

/**
 * Locks the topic, and counts the reply if it is visible.
 * @throws AppError if the topic accepts no replies
 */
async function acceptReply(
  ctx: Context,
  topicId: number,
  userId: number,
  createdAt: string,
  status: Moderation,
): Promise<replies.TopicForReply> {
  const isLockIgnored = ctx.viewer?.isAdmin === true
  const countIfVisible = async () =>
    status === 'visible' ? replies.countReply(ctx, { topicId, userId, createdAt, isLockIgnored }) : undefined
  const topicOfCountedReply = await countIfVisible()
  if (topicOfCountedReply) return topicOfCountedReply
  const topic = await replies.lockTopicForReply(ctx, topicId, userId)
  if (topic?.status !== 'visible') throw badRequest('No such topic.', [{ path: 'forumId', message: 'No such topic.' }])
  if (topic.isLocked && !isLockIgnored) throw forbidden('topic.locked', 'This topic is locked.')
  // Either the reply waits for approval, or the topic was unlocked or shown after the first attempt. Now this transaction holds its row lock.
  return (await countIfVisible()) ?? topic
}

/** @throws AppError 404, 410 if it was deleted */
export async function getVisibleTopic(ctx: Context, id: number): Promise<Topic> {
  const topic = await topics.findTopic(ctx, id)
  if (topic?.status !== 'visible') throw await goneOrNotFound(ctx, 'topic', String(id))
  return topic
}

export const addTopicViews = topics.addTopicViewCount
