import * as waitingPosts from '#features/forums/moderation/waiting-posts.queries.ts'
import { renderPost, renderPosts } from '#features/forums/post-html.service.ts'
import * as topics from '#features/forums/topic.queries.ts'
import { parseScreening } from '#features/trust/screening.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { unauthorized } from '#platform/contract/errors.ts'
import type { OwnWaitingPost, OwnWaitingQuery, WaitingTopic } from './own-waiting.contract.ts'

/** Lists the viewer's own waiting topics, and waiting replies in visible topics. */
export async function listOwnWaitingPosts(
  ctx: Context,
  { kind, topicId, ...paging }: OwnWaitingQuery,
): Promise<ListResult<OwnWaitingPost>> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  const { items, total } = await waitingPosts.listWaitingRows(ctx, paging, { userId: viewer.id, kind, topicId })
  const rendered = await renderPosts(
    ctx,
    items.map((post) => (post.kind === 'reply' ? { ...post, forumId: post.topicId } : post)),
  )
  return {
    items: rendered.map(({ kind: postKind, id, topicId, title, contentHtml, createdAt, reasons }) => ({
      kind: postKind,
      id,
      topicId,
      title,
      contentHtml,
      createdAt,
      // Without the details and scores, which only moderators see.
      waitingFor: reasons.map(({ code }) => code),
    })),
    total,
  }
}

export async function getWaitingTopic(ctx: Context, id: number): Promise<WaitingTopic> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  const row = await topics
    .selectTopics(ctx)
    .select('t.screening')
    .where('t.id', '=', id)
    .where('t.status', '=', 'waiting')
    .executeTakeFirst()
  if (!row || (row.userId !== viewer.id && !viewer.isAdmin)) return { topic: null }
  const { screening, ...topicRow } = row
  const topic = await renderPost(ctx, topics.toTopic(topicRow))
  return { topic: { ...topic, waitingFor: parseScreening(screening).reasons.map(({ code }) => code) } }
}
