/** What an administrator does to a reply. The topic's count and its last activity follow: only visible replies count. */
import { record } from '#features/audit/audit.service.ts'
import { moveToTrash, putBack, type Restorer, type TrashedRows } from '#features/trash/trash.service.ts'
import type { Context } from '#platform/context.ts'
import { notFound } from '#platform/errors.ts'
import type { ReplyChange } from './moderation.contract.ts'
import * as posts from './post-change.queries.ts'
import { actionOf, settlePoints } from './post-standing.service.ts'
import * as replies from './reply.queries.ts'
import type { Reply } from './topic.contract.ts'

/** How many replies of a topic can be seen, and when it was last alive, counted anew. */
export const recountReplies = posts.recountReplies

export async function changeReply(ctx: Context, id: number, { content, status }: ReplyChange): Promise<Reply> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const { reply: before, title } = await holdReply(inside, id)
    const after = { ...before, content: content ?? before.content, status: status ?? before.status }
    await posts.updateReply(inside, id, { content: after.content, status: after.status })
    const subject = { type: 'reply' as const, id, title }
    if (before.content !== after.content) {
      await posts.updateTopic(inside, before.topic_id, { changed_at: posts.now() })
      await record(inside, { action: 'reply.edit', subject, before: { content: before.content }, after: { content: after.content } })
    }
    if (before.status !== after.status) {
      const action = actionOf('reply', before.status, after.status)
      await record(inside, { action, subject, before: { status: before.status }, after: { status: after.status } })
      await posts.recountReplies(inside, before.topic_id)
      await settlePoints(inside, 'reply', after)
    }
    return replies.get(inside, id)
  })
}

export async function deleteReply(ctx: Context, id: number): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const { reply, title } = await holdReply(inside, id)
    const rows: TrashedRows = {
      tables: [
        ['replies', [reply]],
        ['votes', await posts.listVotesOn(inside, 'reply', [id])],
      ],
    }
    const trashId = await moveToTrash(inside, { kind: 'reply', subjectId: id, title, rows })
    await posts.removeReply(inside, id)
    await posts.recountReplies(inside, reply.topic_id)
    await settlePoints(inside, 'reply', reply, false)
    return { id, trashId }
  })
}

/** Without its topic a reply has no place: the trash says so. */
export const restoreReply: Restorer = async (ctx, { subjectId: id }, rows) => {
  await putBack(ctx, rows)
  const { reply } = await holdReply(ctx, id)
  await posts.recountReplies(ctx, reply.topic_id)
  await settlePoints(ctx, 'reply', reply)
}

/** The reply as it is once nobody else is changing its topic; a reply has no title of its own, its topic's stands for it. */
async function holdReply(ctx: Pick<Context, 'db'>, id: number): Promise<{ reply: posts.ReplyRow; title: string }> {
  const found = await posts.findReply(ctx, id)
  if (found) await posts.holdTopic(ctx, found.topic_id)
  const reply = found && (await posts.findReply(ctx, id))
  const topic = reply && (await posts.findTopic(ctx, reply.topic_id))
  if (!reply || !topic) throw notFound('reply')
  return { reply, title: `Reply to “${topic.title}”` }
}
