/** Lets administrators and authors change and delete replies, and updates the topic's reply count and last activity accordingly. */
import { recordAudit } from '#features/audit/audit.service.ts'
import type { DeletedItem } from '#features/trash/trash.contract.ts'
import { moveToTrash, restoreRows, type RestoreHook, type TrashedRows } from '#features/trash/trash.service.ts'
import { learnFromDecision } from '#features/trust/screening.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import { isAuthorizedAdmin } from '#platform/contract/route.ts'
import { assertVersion } from '#platform/contract/version.ts'
import type { ReplyChange } from '#features/forums/moderation/moderation.contract.ts'
import { assertAuthorFields, assertUnlocked, authorizeChange, type PostEditor } from '#features/forums/own-posts/post-permission.service.ts'
import { deleteVersionRows, listVersionRows } from '#features/forums/own-posts/post-version.queries.ts'
import { recordVersion } from '#features/forums/own-posts/post-version.service.ts'
import * as posts from '#features/forums/post-change.queries.ts'
import { processPostText } from '#features/forums/post-text.service.ts'
import { writeAndRenderPost } from '#features/forums/post-html.service.ts'
import { getModerationAction, syncPostPoints } from '#features/forums/post-points.service.ts'
import { withdrawNotices, notifyDecision, notifyRemoval } from '#features/forums/watching/moderation-notice.service.ts'
import { enqueueLateReplyNotification } from '#features/forums/watching/late-reply.service.ts'
import { enqueueWatcherNotification } from '#features/forums/watching/watch.service.ts'
import { findAcceptanceOfReply } from '#features/forums/questions/accepted-reply.queries.ts'
import { syncAcceptedReply, withoutReplacedAcceptance } from '#features/forums/questions/accepted-reply.service.ts'
import { listReasons, screenReplyChange, type PostChangeOptions } from '#features/forums/post-screening.service.ts'
import * as replies from './reply.queries.ts'
import type { Reply } from './reply.contract.ts'
import { listPictureRows } from '#features/writing/pictures/post-picture.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'

/** Recounts the visible replies to a topic, updates its last activity, and marks its page as changed. */
export const recountReplies = posts.updateReplyCount

export async function changeReply(ctx: Context, id: number, change: ReplyChange): Promise<Reply> {
  const hold = await screenReplyChange(ctx, id, change)
  const content = change.content ?? (await posts.findReplyRow(ctx, id))?.content ?? ''
  return writeAndRenderPost(ctx, content, async (trxCtx) => ({
    ...(await applyReplyChange(trxCtx, id, change, { hold })),
    ...(hold ? { waitingFor: listReasons(hold) } : {}),
  }))
}

/**
 * Changes a reply in the caller's transaction.
 * @throws AppError 403 if the viewer may not change it, 404, 409 for a stale version
 */
export async function applyReplyChange(
  trxCtx: Context,
  id: number,
  change: ReplyChange,
  { isSilent = false, isAuthorized = false, hold = null }: PostChangeOptions = {},
): Promise<replies.ReplyRow> {
  const { content, reason, version } = change
  const status = hold ? 'waiting' : change.status
  const { reply: before, title, topic } = await lockReply(trxCtx, id)
  const by = isAuthorized ? 'moderator' : authorizeChange(trxCtx, 'reply', before)
  if (!isAuthorized) assertAuthorFields(trxCtx, change)
  if (!isAuthorized) assertUnlocked(trxCtx, topic)
  if (version !== undefined && version !== before.version) {
    const current = await replies.getReplyRow(trxCtx, id)
    assertVersion(version, { content }, { version: before.version, fields: current, current })
  }
  const after = { ...before, content: content ?? before.content, status: status ?? before.status }
  const isEdited = before.content !== after.content
  const isApproved = before.status === 'waiting' && after.status === 'visible'
  await posts.updateReply(trxCtx, id, {
    content: after.content,
    status: after.status,
    ...(hold ? { screening: hold } : {}),
    ...(isEdited ? await recordEdit(trxCtx, before, after, by) : {}),
    ...(isApproved ? { approved_at: posts.getCurrentTimestamp() } : {}),
  })
  if (before.content !== after.content || before.status !== after.status)
    await processPostText(trxCtx, {
      type: 'reply',
      id,
      topicId: before.topic_id,
      userId: before.user_id,
      content: after.content,
      status: after.status,
      before,
    })
  const subject = { type: 'reply' as const, id, title }
  if (isEdited) await posts.updateTopic(trxCtx, before.topic_id, { changed_at: posts.getCurrentTimestamp() })
  if (isEdited && isAuthorizedAdmin(trxCtx)) {
    await recordAudit(trxCtx, { action: 'reply.edit', subject, before: { content: before.content }, after: { content: after.content } })
  }
  if (before.status !== after.status) {
    if (before.status === 'waiting') await learnFromDecision(trxCtx, before.screening, after.status === 'visible')
    const action = getModerationAction('reply', before.status, after.status)
    if (!hold) await recordAudit(trxCtx, { action, subject, before: { status: before.status }, after: { status: after.status } })
    await posts.updateReplyCount(trxCtx, before.topic_id)
    await syncAcceptedReply(trxCtx, before.topic_id, id)
    await syncPostPoints(trxCtx, 'reply', after, topic.status === 'visible')
    const { user_id: userId, topic_id: topicId } = before
    const decision = {
      type: 'reply',
      id,
      userId,
      topicId,
      title: topic.title,
      before: before.status,
      after: after.status,
      reason,
      isSilent: isSilent || hold !== null,
    } as const
    await notifyDecision(trxCtx, decision)
    if (isApproved) await enqueueLateReplyNotification(trxCtx, topicId, id)
    else if (after.status === 'visible') await enqueueWatcherNotification(trxCtx, topicId)
  }
  if (isEdited || before.status !== after.status) await publishEvent(trxCtx, 'reply.changed', toEventData(after))
  return replies.getReplyRow(trxCtx, id)
}

/** @returns the columns that an edit of the content changes */
const recordEdit = async (ctx: Context, before: posts.ReplyRow, after: posts.ReplyRow, by: PostEditor) => ({
  version: before.version + 1,
  edited_at: await recordVersion(ctx, {
    type: 'reply',
    id: before.id,
    postedAt: before.created_at,
    editedAt: before.edited_at,
    before: { title: null, content: before.content },
    after: { title: null, content: after.content },
    by,
  }),
})

/** @throws AppError 403, 404 */
export const deleteReply = (ctx: Context, id: number, { reason }: { reason?: string | undefined } = {}): Promise<DeletedItem> =>
  ctx.db.transaction().execute(async (db) => {
    const { reply, topic } = await lockReply({ db }, id)
    authorizeChange(ctx, 'reply', reply)
    assertAuthorFields(ctx, { reason })
    const deleted = await removeReply({ ...ctx, db }, id)
    if (reason)
      await notifyRemoval({ ...ctx, db }, { type: 'reply', id, userId: reply.user_id, topicId: topic.id, title: topic.title, reason })
    return deleted
  })

/** Deletes a reply in the caller's transaction. */
export async function removeReply(trxCtx: Context, id: number): Promise<DeletedItem> {
  const { reply, title } = await lockReply(trxCtx, id)
  const acceptance = await findAcceptanceOfReply(trxCtx, id)
  const rows: TrashedRows = {
    tables: [
      ['replies', [reply]],
      ['accepted_replies', acceptance ? [acceptance] : []],
      ['post_pictures', await listPictureRows(trxCtx, [], [id])],
      ['votes', await posts.listVoteRows(trxCtx, 'reply', [id])],
      ['post_versions', await listVersionRows(trxCtx, 'reply', [id])],
    ],
  }
  const trashId = await moveToTrash(trxCtx, { kind: 'reply', subjectId: id, title, rows, authorId: reply.user_id })
  await posts.deleteReplyRow(trxCtx, id)
  await deleteVersionRows(trxCtx, 'reply', [id])
  if (reply.status === 'visible') await withdrawNotices(trxCtx, { type: 'reply', id, userId: reply.user_id, topicId: reply.topic_id })
  await posts.updateReplyCount(trxCtx, reply.topic_id)
  await syncAcceptedReply(trxCtx, reply.topic_id, id)
  await syncPostPoints(trxCtx, 'reply', reply, false)
  await publishEvent(trxCtx, 'reply.deleted', toEventData(reply))
  return { id, trashId }
}

/** Restores a deleted reply. Fails with 409 if its topic does not exist, because the foreign key makes `restoreRows` throw. */
export const restoreReply: RestoreHook = async (ctx, { subjectId: id }, rows) => {
  await restoreRows(ctx, await withoutReplacedAcceptance(ctx, rows))
  const { reply, topic } = await lockReply(ctx, id)
  await posts.updateReplyCount(ctx, reply.topic_id)
  await syncAcceptedReply(ctx, reply.topic_id, id)
  await syncPostPoints(ctx, 'reply', reply, topic.status === 'visible')
  await publishEvent(ctx, 'reply.created', toEventData(reply))
}

const toEventData = ({ id, topic_id: topicId, status }: posts.ReplyRow) => ({ id, topicId, status })

/**
 * Reads a reply and its topic, after locking the topic against concurrent changes.
 * @returns `title` names the reply by its topic, because replies have no title
 * @throws AppError with status 404 if the reply does not exist
 */
async function lockReply(ctx: Pick<Context, 'db'>, id: number): Promise<{ reply: posts.ReplyRow; title: string; topic: posts.TopicRow }> {
  const replyBeforeLock = await posts.findReplyRow(ctx, id)
  if (replyBeforeLock) await posts.lockTopic(ctx, replyBeforeLock.topic_id)
  const reply = replyBeforeLock && (await posts.findReplyRow(ctx, id))
  const topic = reply && (await posts.findTopicRow(ctx, reply.topic_id))
  if (!reply || !topic) throw notFound('reply')
  return { reply, title: `Reply to “${topic.title}”`, topic }
}
