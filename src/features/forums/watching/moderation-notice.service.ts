/** Notifies authors of decisions about their posts, and withdraws notifications about posts that are no longer visible. */
import type { Moderation } from '#db/tables.ts'
import { sendNotices, originForMail, removeNoticesAbout, retractNotice } from '#features/notices/notice.service.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { Context } from '#platform/contract/context.ts'

interface Decision {
  type: 'topic' | 'reply'
  id: number
  userId: number
  topicId: number
  title: string
  before: Moderation
  after: Moderation
  reason?: string | undefined
  /** Whether only notices about the post are withdrawn, because the caller notifies the author. */
  isSilent?: boolean
}

/** Notifies the author of a change of the status. Call it in the transaction of the decision. */
export async function notifyDecision(
  ctx: Context,
  { type, id, userId, topicId, title, before, after, reason, isSilent = false }: Decision,
): Promise<void> {
  if (before === after) return
  if (before === 'visible') await withdrawNotices(ctx, { type, id, userId, topicId })
  if (isSilent) return
  const post = `Your ${type === 'topic' ? 'topic' : 'reply in'} “${title}”`
  const outcome =
    after === 'visible'
      ? before === 'waiting'
        ? 'has been approved'
        : 'is visible again'
      : before === 'waiting'
        ? 'has not been approved'
        : 'has been hidden'
  await sendNotices(ctx, [
    {
      userId,
      kind: 'moderation',
      about: `${type}:${id}:${after}`,
      title: reason ? `${post} ${outcome}: ${reason}` : `${post} ${outcome}`,
      path: decisionPath({ type, id, topicId, after }),
      origin: originForMail(ctx),
      actorId: ctx.viewer?.id ?? null,
      firstItem: 0,
      lastItem: 0,
      items: 1,
    },
  ])
}

/** Notifies the author that a moderator has removed a post. Call it in the transaction of the removal. */
export async function notifyRemoval(
  ctx: Context,
  { type, id, userId, topicId, title, reason }: Pick<Decision, 'type' | 'id' | 'userId' | 'topicId' | 'title'> & { reason: string },
): Promise<void> {
  await sendNotices(ctx, [
    {
      userId,
      kind: 'moderation',
      about: `${type}:${id}:removed`,
      title: `Your ${type === 'topic' ? 'topic' : 'reply in'} “${title}” has been removed: ${reason}`,
      path: decisionPath({ type, id, topicId, after: 'hidden' }),
      origin: originForMail(ctx),
      actorId: ctx.viewer?.id ?? null,
      firstItem: 0,
      lastItem: 0,
      items: 1,
    },
  ])
}

/** Returns the path that the notification links to: a visible post, the topic of a hidden reply, or the guidelines for a hidden topic. */
function decisionPath({ type, id, topicId, after }: Pick<Decision, 'type' | 'id' | 'topicId' | 'after'>): string {
  if (type === 'topic') return after === 'visible' ? pathTo('/forum/:id', { id: topicId }) : '/about#guidelines'
  return after === 'visible' ? replyPath(topicId, id) : pathTo('/forum/:id', { id: topicId })
}

/** Withdraws the notifications of watchers and mentioned members about one reply, or about all replies to a topic. */
export async function withdrawNotices(
  ctx: Pick<Context, 'db'>,
  { type, id, userId, topicId }: Pick<Decision, 'type' | 'id' | 'userId' | 'topicId'>,
): Promise<void> {
  if (type === 'topic') return removeNoticesAbout(ctx, `topic:${id}`)
  await retractNotice(ctx, 'reply', `topic:${topicId}`, id, userId)
  await retractNotice(ctx, 'mention', `topic:${topicId}`, id, userId)
}
