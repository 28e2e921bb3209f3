/**
 * Lets administrators and authors change and delete topics. Each kind of change by an administrator is a separate entry in the audit log; the
 * history of the topic records edits by its author.
 */
import { clearTombstone, addTombstone } from '#features/redirects/tombstone.service.ts'
import type { AuditAction } from '#features/audit/audit-actions.policy.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { assertCategory } from '#features/categories/category.service.ts'
import type { DeletedItem } from '#features/trash/trash.contract.ts'
import { moveToTrash, restoreRows, type RestoreHook, type TrashedRows } from '#features/trash/trash.service.ts'
import { learnFromDecision } from '#features/trust/screening.service.ts'
import { changedColumns } from '#db/changes/changed-columns.ts'
import { foldText } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest, conflict, notFound } from '#platform/contract/errors.ts'
import { isAuthorizedAdmin } from '#platform/contract/route.ts'
import { assertVersion } from '#platform/contract/version.ts'
import type { TopicChange } from '#features/forums/moderation/moderation.contract.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import { assertAuthorFields, assertUnlocked, authorizeChange } from './own-posts/post-permission.service.ts'
import { deleteVersionRows, listVersionRows } from './own-posts/post-version.queries.ts'
import { recordVersion } from './own-posts/post-version.service.ts'
import * as posts from './post-change.queries.ts'
import { processPostText } from './post-text.service.ts'
import { writeAndRenderPost } from './post-html.service.ts'
import { getModerationAction, syncPostPoints } from './post-points.service.ts'
import { listPictureRows } from '#features/writing/pictures/post-picture.service.ts'
import type { Topic } from './topic.contract.ts'
import { listWatchRows } from '#features/forums/watching/watch.queries.ts'
import { withdrawNotices, notifyDecision, notifyRemoval } from '#features/forums/watching/moderation-notice.service.ts'
import { listAcceptedReplyRows } from '#features/forums/questions/accepted-reply.queries.ts'
import { withdrawAcceptanceNotice } from '#features/forums/questions/accepted-reply.service.ts'
import { listTopicProductRows } from '#features/forums/topic-products/topic-product.queries.ts'
import { withoutDeletedProducts } from '#features/forums/topic-products/topic-product.service.ts'
import { listReasons, screenTopicChange, type PostChangeOptions } from './post-screening.service.ts'
import { enqueueWatchNotification } from '#features/watches/watch-notification.service.ts'
import * as topics from './topic.queries.ts'

export async function changeTopic(ctx: Context, id: number, change: TopicChange): Promise<Topic> {
  if (change.categoryId !== undefined) await assertCategory(ctx, change.categoryId)
  const hold = await screenTopicChange(ctx, id, change)
  const content = change.content ?? (await posts.findTopicRow(ctx, id))?.content ?? ''
  return writeAndRenderPost(ctx, content, async (trxCtx) => ({
    ...(await applyTopicChange(trxCtx, id, change, { hold })),
    ...(hold ? { waitingFor: listReasons(hold) } : {}),
  }))
}

/**
 * Changes a topic in the caller's transaction, without checking the category.
 * @throws AppError 403 if the viewer may not change it, 404, 409 for a stale version
 */
export async function applyTopicChange(
  trxCtx: Context,
  id: number,
  change: TopicChange,
  { isSilent = false, isAuthorized = false, hold = null }: PostChangeOptions = {},
): Promise<Topic> {
  await posts.lockTopic(trxCtx, id)
  const before = await posts.findTopicRow(trxCtx, id)
  if (!before) throw notFound('topic')
  const by = isAuthorized ? 'moderator' : authorizeChange(trxCtx, 'topic', before)
  if (!isAuthorized) assertAuthorFields(trxCtx, change)
  if (!isAuthorized) assertUnlocked(trxCtx, before)
  if (change.version !== undefined && change.version !== before.version) {
    const current = await topics.findTopic(trxCtx, id)
    if (current) assertVersion(change.version, pickVersionedFields(change), { version: before.version, fields: current, current })
  }
  const after = { ...before, ...toColumns(change), ...(hold ? { status: 'waiting' as const, screening: hold } : {}) }
  if (before.accepted_reply_id !== null && !after.is_question)
    throw badRequest(ACCEPTED_MESSAGE, [{ path: 'isQuestion', message: ACCEPTED_MESSAGE }])
  const editedAt = isTextEdited(before, after)
    ? await recordVersion(trxCtx, {
        type: 'topic',
        id,
        postedAt: before.created_at,
        editedAt: before.edited_at,
        before: toText(before),
        after: toText(after),
        by,
      })
    : before.edited_at
  const derived = {
    edited_at: editedAt,
    search_text: foldText(after.title, after.content),
    ...(isEdited(before, after) || before.status !== after.status ? { changed_at: posts.getCurrentTimestamp() } : {}),
    ...(isEdited(before, after) ? { version: before.version + 1 } : {}),
  }
  await posts.updateTopic(trxCtx, id, { ...changedColumns(before, after), ...derived })
  if (before.content !== after.content || before.status !== after.status)
    await processPostText(trxCtx, {
      type: 'topic',
      id,
      topicId: id,
      userId: before.user_id,
      content: after.content,
      status: after.status,
      before,
    })
  const actions = listActions(before, after)
  if (actions.length > 0) await publishEvent(trxCtx, 'topic.changed', toEventData(after))
  for (const action of isAuthorized || isAuthorizedAdmin(trxCtx) ? actions : [])
    await recordAudit(trxCtx, {
      action,
      subject: { type: 'topic', id, title: after.title },
      before: pickLoggedFields(before, action),
      after: pickLoggedFields(after, action),
    })
  if (before.status !== after.status) {
    if (before.status === 'waiting') await learnFromDecision(trxCtx, before.screening, after.status === 'visible')
    await syncTopicPoints(trxCtx, after)
    const { user_id: userId, status } = before
    const decision = { type: 'topic', id, userId, topicId: id, title: after.title, before: status, after: after.status } as const
    await notifyDecision(trxCtx, { ...decision, reason: change.reason, isSilent: isSilent || hold !== null })
    if (status === 'waiting' && after.status === 'visible')
      await enqueueWatchNotification(trxCtx, { post: 'topic', id, userId, categoryId: after.category_id })
  }
  const topic = await topics.findTopic(trxCtx, id)
  if (!topic) throw notFound('topic')
  return topic
}

const ACCEPTED_MESSAGE = 'Withdraw the accepted answer first.'

/** Updates the authors' points for a topic and for its replies, which are visible only while the topic is. */
async function syncTopicPoints(ctx: Pick<Context, 'db'>, topic: posts.TopicRow): Promise<void> {
  await syncPostPoints(ctx, 'topic', topic)
  for (const reply of await posts.listReplyRowsOfTopic(ctx, topic.id)) await syncPostPoints(ctx, 'reply', reply, topic.status === 'visible')
}

/** Webhook payloads contain the title only if it is public. */
const toEventData = ({ id, title, category_id: categoryId, status }: posts.TopicRow) => ({
  id,
  title: status === 'visible' ? title : null,
  categoryId,
  status,
})

/** Returns the fields that a conflict shows to the administrator. Pinning, locking and approving overwrite no text. */
const pickVersionedFields = ({ title, content, categoryId }: TopicChange) => ({ title, content, categoryId })

/** Maps a change to columns. Absent fields are left out, so their columns stay unchanged. */
const toColumns = ({ title, content, categoryId, isQuestion, isPinned, isLocked, status }: TopicChange) => ({
  ...(title === undefined ? {} : { title }),
  ...(content === undefined ? {} : { content }),
  ...(categoryId === undefined ? {} : { category_id: categoryId }),
  ...(isQuestion === undefined ? {} : { is_question: isQuestion }),
  ...(isPinned === undefined ? {} : { is_pinned: isPinned }),
  ...(isLocked === undefined ? {} : { is_locked: isLocked }),
  ...(status === undefined ? {} : { status }),
})

type Row = Pick<posts.TopicRow, 'title' | 'content' | 'category_id' | 'is_question' | 'is_pinned' | 'is_locked' | 'status'>

const toText = ({ title, content }: Row) => ({ title, content })

const isTextEdited = (before: Row, after: Row): boolean => before.title !== after.title || before.content !== after.content

const isEdited = (before: Row, after: Row): boolean => isTextEdited(before, after) || before.category_id !== after.category_id

function listActions(before: Row, after: Row): AuditAction[] {
  const actions: (AuditAction | false)[] = [
    isEdited(before, after) && 'topic.edit',
    before.is_question !== after.is_question && (after.is_question ? 'topic.mark_question' : 'topic.unmark_question'),
    before.is_pinned !== after.is_pinned && (after.is_pinned ? 'topic.pin' : 'topic.unpin'),
    before.is_locked !== after.is_locked && (after.is_locked ? 'topic.lock' : 'topic.unlock'),
    before.status !== after.status && getModerationAction('topic', before.status, after.status),
  ]
  return actions.filter((action) => action !== false)
}

/** Returns the fields that an audit entry of the action records, by their names in the contract. */
function pickLoggedFields(
  { title, content, category_id: categoryId, is_question: isQuestion, is_pinned: isPinned, is_locked: isLocked, status }: Row,
  action: AuditAction,
): object {
  if (action === 'topic.edit') return { title, content, categoryId }
  if (action.endsWith('question')) return { isQuestion }
  if (action.endsWith('pin')) return { isPinned }
  return action.endsWith('lock') ? { isLocked } : { status }
}

/**
 * Moves a topic with its replies, watches, votes and versions to the trash, and revokes the points of all authors; a restore reinstates them.
 * @throws AppError 403, 404, and 409 `topic.answered` for its author if others have replied
 */
export const deleteTopic = (ctx: Context, id: number, { reason }: { reason?: string | undefined } = {}): Promise<DeletedItem> =>
  ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await posts.lockTopic(trxCtx, id)
    const topic = await posts.findTopicRow(trxCtx, id)
    if (!topic) throw notFound('topic')
    authorizeChange(trxCtx, 'topic', topic)
    if (!isAuthorizedAdmin(trxCtx) && (await posts.hasReplyByOthers(trxCtx, topic))) throw conflict('topic.answered', ANSWERED_MESSAGE)
    assertAuthorFields(trxCtx, { reason })
    const deleted = await removeTopic(trxCtx, id)
    if (reason) await notifyRemoval(trxCtx, { type: 'topic', id, userId: topic.user_id, topicId: id, title: topic.title, reason })
    return deleted
  })

const ANSWERED_MESSAGE = 'Others have replied to this topic, and their replies would be lost. You can edit it instead.'

/** Deletes a topic in the caller's transaction. */
export async function removeTopic(trxCtx: Context, id: number): Promise<DeletedItem> {
  await posts.lockTopic(trxCtx, id)
  const topic = await posts.findTopicRow(trxCtx, id)
  if (!topic) throw notFound('topic')
  const replies = await posts.listReplyRowsOfTopic(trxCtx, id)
  const replyIds = replies.map((reply) => reply.id)
  const votes = [...(await posts.listVoteRows(trxCtx, 'topic', [id])), ...(await posts.listVoteRows(trxCtx, 'reply', replyIds))]
  const rows: TrashedRows = {
    tables: [
      ['topics', [topic]],
      ['replies', replies],
      ['post_pictures', await listPictureRows(trxCtx, [id], replyIds)],
      ['topic_watches', await listWatchRows(trxCtx, id)],
      ['accepted_replies', await listAcceptedReplyRows(trxCtx, id)],
      ['topic_products', await listTopicProductRows(trxCtx, id)],
      ['votes', votes],
      ['post_versions', [...(await listVersionRows(trxCtx, 'topic', [id])), ...(await listVersionRows(trxCtx, 'reply', replyIds))]],
    ],
  }
  const trashId = await moveToTrash(trxCtx, { kind: 'topic', subjectId: id, title: topic.title, rows, authorId: topic.user_id })
  await posts.deleteTopicRows(trxCtx, id, replyIds)
  await deleteVersionRows(trxCtx, 'topic', [id])
  await deleteVersionRows(trxCtx, 'reply', replyIds)
  await withdrawNotices(trxCtx, { type: 'topic', id, userId: topic.user_id, topicId: id })
  if (topic.accepted_reply_id !== null) await withdrawAcceptanceNotice(trxCtx, topic.accepted_reply_id)
  if (topic.status === 'visible') await addTombstone(trxCtx, 'topic', id, String(id))
  await syncPostPoints(trxCtx, 'topic', topic, false)
  for (const reply of replies) await syncPostPoints(trxCtx, 'reply', reply, false)
  await publishEvent(trxCtx, 'topic.deleted', { ...toEventData(topic), title: null })
  return { id, trashId }
}

export const restoreTopic: RestoreHook = async (ctx, { subjectId: id }, rows) => {
  await restoreRows(ctx, await withoutDeletedProducts(ctx, rows))
  await clearTombstone(ctx, 'topic', id)
  const topic = await posts.findTopicRow(ctx, id)
  if (!topic) throw notFound('topic')
  await syncTopicPoints(ctx, topic)
  await publishEvent(ctx, 'topic.created', toEventData(topic))
}
