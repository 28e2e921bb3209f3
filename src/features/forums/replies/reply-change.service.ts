/** What an administrator does to a reply. The topic's count and its last activity follow: only visible replies count. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { moveToTrash, restoreRows, type RestoreHook, type TrashedRows } from '#features/trash/trash.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { ReplyChange } from '#features/forums/moderation/moderation.contract.ts'
import * as posts from '#features/forums/post-change.queries.ts'
import { renderPost } from '#features/forums/post-html.service.ts'
import { moderationAction, syncPostPoints } from '#features/forums/post-points.service.ts'
import { hideNotices, tellDecision } from '#features/forums/watching/moderation-notice.service.ts'
import { enqueueTellingLate } from '#features/forums/watching/late-reply.service.ts'
import { enqueueTelling } from '#features/forums/watching/watch.service.ts'
import * as replies from './reply.queries.ts'
import type { Reply } from './reply.contract.ts'
import { announceEvent } from '#features/webhooks/webhook-event.service.ts'

/** How many replies of a topic can be seen, and when it was last active, counted anew. */
export const recountReplies = posts.updateReplyCount

export async function changeReply(ctx: Context, id: number, { content, status, reason }: ReplyChange): Promise<Reply> {
  const changed = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const { reply: before, title, topic } = await holdReply(inside, id)
    const after = { ...before, content: content ?? before.content, status: status ?? before.status }
    const isApproved = before.status === 'waiting' && after.status === 'visible'
    await posts.updateReply(inside, id, {
      content: after.content,
      status: after.status,
      ...(isApproved ? { approved_at: posts.currentTimestamp() } : {}),
    })
    const subject = { type: 'reply' as const, id, title }
    if (before.content !== after.content) {
      await posts.updateTopic(inside, before.topic_id, { changed_at: posts.currentTimestamp() })
      await recordAudit(inside, { action: 'reply.edit', subject, before: { content: before.content }, after: { content: after.content } })
    }
    if (before.status !== after.status) {
      const action = moderationAction('reply', before.status, after.status)
      await recordAudit(inside, { action, subject, before: { status: before.status }, after: { status: after.status } })
      await posts.updateReplyCount(inside, before.topic_id)
      await syncPostPoints(inside, 'reply', after, topic.status === 'visible')
      const { user_id: userId, topic_id: topicId } = before
      const decided = {
        type: 'reply',
        id,
        userId,
        topicId,
        title: topic.title,
        before: before.status,
        after: after.status,
        reason,
      } as const
      await tellDecision(inside, decided)
      if (isApproved) await enqueueTellingLate(inside, topicId, id)
      else if (after.status === 'visible') await enqueueTelling(inside, topicId)
    }
    if (before.content !== after.content || before.status !== after.status) await announceEvent(inside, 'reply.changed', toEventData(after))
    return replies.getReplyRow(inside, id)
  })
  return renderPost(ctx, changed)
}

export async function deleteReply(ctx: Context, id: number): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const { reply, title } = await holdReply(inside, id)
    const rows: TrashedRows = {
      tables: [
        ['replies', [reply]],
        ['votes', await posts.listVoteRows(inside, 'reply', [id])],
      ],
    }
    const trashId = await moveToTrash(inside, { kind: 'reply', subjectId: id, title, rows })
    await posts.deleteReplyRow(inside, id)
    if (reply.status === 'visible') await hideNotices(inside, { type: 'reply', id, userId: reply.user_id, topicId: reply.topic_id })
    await posts.updateReplyCount(inside, reply.topic_id)
    await syncPostPoints(inside, 'reply', reply, false)
    await announceEvent(inside, 'reply.deleted', toEventData(reply))
    return { id, trashId }
  })
}

/** Without its topic a reply has no place: the trash says so. */
export const restoreReply: RestoreHook = async (ctx, { subjectId: id }, rows) => {
  await restoreRows(ctx, rows)
  const { reply, topic } = await holdReply(ctx, id)
  await posts.updateReplyCount(ctx, reply.topic_id)
  await syncPostPoints(ctx, 'reply', reply, topic.status === 'visible')
  await announceEvent(ctx, 'reply.created', toEventData(reply))
}

const toEventData = ({ id, topic_id: topicId, status }: posts.ReplyRow) => ({ id, topicId, status })

/** The reply as it is once nobody else is changing its topic; a reply has no title of its own, its topic's stands for it. */
async function holdReply(ctx: Pick<Context, 'db'>, id: number): Promise<{ reply: posts.ReplyRow; title: string; topic: posts.TopicRow }> {
  const found = await posts.findReplyRow(ctx, id)
  if (found) await posts.lockTopic(ctx, found.topic_id)
  const reply = found && (await posts.findReplyRow(ctx, id))
  const topic = reply && (await posts.findTopicRow(ctx, reply.topic_id))
  if (!reply || !topic) throw notFound('reply')
  return { reply, title: `Reply to “${topic.title}”`, topic }
}
