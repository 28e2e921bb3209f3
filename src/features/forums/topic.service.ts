import { missing } from '#features/addresses/gone.service.ts'
import { award } from '#features/reputation/reputation.service.ts'
import { assertCategory, findCategoryId } from '#features/categories/category.service.ts'
import { actingUserId, markActive } from '#features/users/user.service.ts'
import type { Moderation } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'
import type { Listed, Paging } from '#platform/endpoint.ts'
import { badInput, forbidden, notFound } from '#platform/errors.ts'
import { cut, hasLink, renderMarkdown, toPlainText } from '#platform/markdown.ts'
import { holdTopic } from './post-change.queries.ts'
import * as replies from './reply.queries.ts'
import type { NewReply, NewTopic, Reply, Topic, TopicListQuery } from './topic.contract.ts'
import * as topics from './topic.queries.ts'

const SNIPPET = 80
type View = 'card' | 'full'

export async function listTopics(ctx: Context, query: TopicListQuery): Promise<Listed<Topic>> {
  const categoryId = await findCategoryId(ctx, query.category)
  const { items, total } = await topics.list(ctx, { categoryId, search: query.search }, query.sort, query)
  return { items: asAsked(items, query.view), total }
}

export async function listTopicsOfCategory(ctx: Context, categoryId: number, query: Paging & { view: View }): Promise<Listed<Topic>> {
  const { items, total } = await topics.list(ctx, { categoryId }, 'newest', query)
  return { items: asAsked(items, query.view), total }
}

export async function listPopularTopics(ctx: Context, { page, limit, view }: { page: number; limit: number; view: View }) {
  const { items, total } = await topics.listPopular(ctx, { page, perPage: limit })
  return { items: asAsked(items, view), total }
}

export async function getTopic(ctx: Context, id: number): Promise<Topic> {
  const topic = await getVisibleTopic(ctx, id)
  ctx.sees?.({ table: 'topics', id })
  return { ...topic, contentHtml: renderMarkdown(topic.content, 'user') }
}

export async function postTopic(ctx: Context, { title, content, categoryId, userId: claimed }: NewTopic): Promise<Topic> {
  const userId = actingUserId(ctx, claimed)
  await assertCategory(ctx, categoryId)
  const createdAt = new Date().toISOString()
  const status = statusFor(ctx, `${title}\n\n${content}`)

  const id = await ctx.db.transaction().execute(async (db) => {
    const made = await topics.insert({ db }, { title, content, categoryId, userId, createdAt, status })
    if (status === 'visible') await award({ db }, userId, 'topic', { type: 'topic', id: made })
    await markActive({ db }, userId, createdAt)
    return made
  })
  const topic = await topics.find(ctx, id)
  if (!topic) throw notFound('topic')
  return { ...topic, contentHtml: renderMarkdown(topic.content, 'user') }
}

export async function listReplies(ctx: Context, topicId: number, paging: Paging): Promise<Listed<Reply>> {
  await getVisibleTopic(ctx, topicId)
  return replies.list(ctx, topicId, paging)
}

export async function postReply(ctx: Context, { content, forumId, userId: claimed }: NewReply): Promise<Reply> {
  const userId = actingUserId(ctx, claimed)
  const createdAt = new Date().toISOString()
  const status = statusFor(ctx, content)

  const id = await ctx.db.transaction().execute(async (db) => {
    await assertOpen({ ...ctx, db }, forumId)
    const made = await replies.insert({ db }, { topicId: forumId, userId, content, createdAt, status })
    if (status === 'visible') {
      await topics.addReply({ db }, forumId, createdAt)
      await award({ db }, userId, 'reply', { type: 'reply', id: made })
    }
    await markActive({ db }, userId, createdAt)
    return made
  })
  return replies.get(ctx, id)
}

/** Whoever locks, hides or deletes the topic at this moment comes before or after. */
async function assertOpen(ctx: Context, topicId: number): Promise<void> {
  await holdTopic(ctx, topicId)
  const topic = await topics.find(ctx, topicId)
  if (topic?.status !== 'visible') throw badInput('No such topic.', [{ path: 'forumId', message: 'No such topic.' }])
  if (topic.isLocked && !ctx.viewer?.isAdmin) throw forbidden('topic.locked', 'This topic is locked.')
}

/** A guest's post with a link waits until a moderator has looked at it. */
const statusFor = (ctx: Context, text: string): Moderation => (!ctx.viewer && hasLink(text) ? 'waiting' : 'visible')

async function getVisibleTopic(ctx: Context, id: number): Promise<Topic> {
  const topic = await topics.find(ctx, id)
  if (topic?.status !== 'visible') throw await missing(ctx, 'topic', String(id))
  return topic
}

const asAsked = (items: Topic[], view: View): Topic[] =>
  view === 'full' ? items : items.map((topic) => ({ ...topic, content: cut(toPlainText(topic.content, SNIPPET), SNIPPET) }))

/** Adds counted views. */
export const addViews = topics.addViews
