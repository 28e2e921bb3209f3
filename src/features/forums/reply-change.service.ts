/** What an administrator does to a reply. The topic's count and its last activity follow: only visible replies count. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { moveToTrash, restoreRows, type RestoreHook, type TrashedRows } from '#features/trash/trash.service.ts'
import type { Context } from '#platform/context.ts'
import { notFound } from '#platform/errors.ts'
import type { ReplyChange } from './moderation.contract.ts'
import * as posts from './post-change.queries.ts'
import { renderPost } from './post-html.service.ts'
import { moderationAction, syncPostPoints } from './post-points.service.ts'
import * as replies from './reply.queries.ts'
import type { Reply } from './topic.contract.ts'

/** How many replies of a topic can be seen, and when it was last active, counted anew. */
export const recountReplies = posts.updateReplyCount

export async function changeReply(ctx: Context, id: number, { content, status }: ReplyChange): Promise<Reply> {
  const changed = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const { reply: before, title } = await holdReply(inside, id)
    const after = { ...before, content: content ?? before.content, status: status ?? before.status }
    await posts.updateReply(inside, id, { content: after.content, status: after.status })
    const subject = { type: 'reply' as const, id, title }
    if (before.content !== after.content) {
      await posts.updateTopic(inside, before.topic_id, { changed_at: posts.currentTimestamp() })
      await recordAudit(inside, { action: 'reply.edit', subject, before: { content: before.content }, after: { content: after.content } })
    }
    if (before.status !== after.status) {
      const action = moderationAction('reply', before.status, after.status)
      await recordAudit(inside, { action, subject, before: { status: before.status }, after: { status: after.status } })
      await posts.updateReplyCount(inside, before.topic_id)
      await syncPostPoints(inside, 'reply', after)
    }
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
    await posts.updateReplyCount(inside, reply.topic_id)
    await syncPostPoints(inside, 'reply', reply, false)
    return { id, trashId }
  })
}

/** Without its topic a reply has no place: the trash says so. */
export const restoreReply: RestoreHook = async (ctx, { subjectId: id }, rows) => {
  await restoreRows(ctx, rows)
  const { reply } = await holdReply(ctx, id)
  await posts.updateReplyCount(ctx, reply.topic_id)
  await syncPostPoints(ctx, 'reply', reply)
}

/** The reply as it is once nobody else is changing its topic; a reply has no title of its own, its topic's stands for it. */
async function holdReply(ctx: Pick<Context, 'db'>, id: number): Promise<{ reply: posts.ReplyRow; title: string }> {
  const found = await posts.findReplyRow(ctx, id)
  if (found) await posts.lockTopic(ctx, found.topic_id)
  const reply = found && (await posts.findReplyRow(ctx, id))
  const topic = reply && (await posts.findTopicRow(ctx, reply.topic_id))
  if (!reply || !topic) throw notFound('reply')
  return { reply, title: `Reply to “${topic.title}”` }
}
