import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import {
  pageOfPosition,
  repliesQuery,
  REPLIES_PER_PAGE,
  replyPositionQuery,
  topicQuery,
  type ReplyPosition,
  type Topic,
} from '#features/forums/topic.client.ts'
import { acceptedReplyQuery } from '#features/forums/questions/accepted-reply.client.ts'
import { topicProductsQuery } from '#features/forums/topic-products/topic-product.client.ts'
import { topicWatchQuery } from '#features/forums/watching/watch.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { myVotesQuery } from '#features/votes/vote.client.ts'
import { parseReplyId } from '#site/forum/lists/topic-filter.ts'
import { parsePage } from '#site/page-number.ts'

export const loader = createLoader(async (page) => {
  const id = page.params['id'] ?? ''
  const replyId = parseReplyId(page.search)
  const loadReplies = async () => {
    const replyPosition = replyId === undefined ? undefined : await page.optional<ReplyPosition>(replyPositionQuery(id, replyId))
    const pageNumber = replyPosition?.position ? pageOfPosition(replyPosition.position) : parsePage(page.search)
    page.requireListPage(await page.optional<{ total: number }>(repliesQuery(id, pageNumber)), pageNumber, REPLIES_PER_PAGE)
  }
  const loadTopic = async () => {
    const topic = await page.required<Topic>(topicQuery(id))
    if (!topic) return
    const hasAnswer = topic.acceptedReplyId !== null
    await Promise.all([hasAnswer && page.optional(acceptedReplyQuery(topic.id)), page.optional(topicProductsQuery(topic.id))])
  }
  await Promise.all([loadTopic(), loadReplies()])
  const { user } = (await page.optional<Session>(sessionQuery())) ?? {}
  if (page.status === 200 && user)
    await Promise.all([page.optional(myVotesQuery({ topicId: Number(id) })), page.optional(topicWatchQuery(Number(id)))])
  // The API returns 400 for a malformed id. To visitors the page is one that does not exist.
  if (page.status === 400) page.status = 404
})
