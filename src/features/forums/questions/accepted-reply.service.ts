/** Accepts replies as answers to questions, and records the confirmations of experts. */
import type { AuditAction } from '#features/audit/audit-actions.policy.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { originForMail, removeNoticesAbout, sendNotices } from '#features/notices/notice.service.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import { goneOrNotFound } from '#features/redirects/tombstone.service.ts'
import { awardPoints } from '#features/reputation/reputation.service.ts'
import type { TrashedRows } from '#features/trash/trash.service.ts'
import { actingUserId } from '#features/users/user.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest, forbidden, notFound, unauthorized } from '#platform/contract/errors.ts'
import * as posts from '#features/forums/post-change.queries.ts'
import { renderPost } from '#features/forums/post-html.service.ts'
import type { Topic } from '#features/forums/topic.contract.ts'
import * as topics from '#features/forums/topic.queries.ts'
import type { AcceptedReply } from './accepted-reply.contract.ts'
import * as queries from './accepted-reply.queries.ts'
import { mayAcceptReply } from './question.policy.ts'

/** @throws AppError 404 if the topic has no accepted reply, 410 if the topic was deleted */
export async function getAcceptedReply(ctx: Context, topicId: number): Promise<AcceptedReply> {
  if ((await topics.findTopic(ctx, topicId))?.status !== 'visible') throw await goneOrNotFound(ctx, 'topic', String(topicId))
  const accepted = await queries.findAcceptedReply(ctx, topicId)
  if (!accepted) throw notFound('answer')
  return renderAnswer(ctx, accepted)
}

type UnrenderedAnswer = NonNullable<Awaited<ReturnType<typeof queries.findAcceptedReply>>>

const renderAnswer = async (ctx: Context, answer: UnrenderedAnswer): Promise<AcceptedReply> => ({
  ...answer,
  reply: await renderPost(ctx, answer.reply),
})

/**
 * Accepts a visible reply, instead of the one accepted before, if any. Idempotent.
 * @throws AppError 400 if the topic is no question or has no such reply, 403 unless the viewer is the asker or an administrator
 */
export const acceptReply = (ctx: Context, topicId: number, replyId: number): Promise<Topic> =>
  changeAcceptance(ctx, topicId, async (trxCtx, topic) => {
    if (!topic.is_question) throw badRequest('This topic is not a question.')
    const reply = await posts.findReplyRow(trxCtx, replyId)
    if (reply?.topic_id !== topicId || reply.status !== 'visible')
      throw badRequest('No such reply.', [{ path: 'replyId', message: 'No such reply.' }])
    const before = await queries.findAcceptedReplyRow(trxCtx, topicId)
    if (before?.reply_id === replyId) return undefined
    if (before) await removeAcceptance(trxCtx, topic, before)
    await queries.insertAcceptedReply(trxCtx, topicId, replyId)
    if (reply.user_id !== topic.user_id) await awardPoints(trxCtx, reply.user_id, 'answer-accepted', { type: 'reply', id: replyId })
    await notifyAuthor(trxCtx, topic, reply)
    return 'topic.accept_reply'
  })

/** Withdraws the acceptance with its points and its notice. Idempotent. */
export const withdrawAcceptance = (ctx: Context, topicId: number): Promise<Topic> =>
  changeAcceptance(ctx, topicId, async (trxCtx, topic) => {
    const accepted = await queries.findAcceptedReplyRow(trxCtx, topicId)
    if (!accepted) return undefined
    await removeAcceptance(trxCtx, topic, accepted)
    return 'topic.withdraw_acceptance'
  })

/**
 * Runs a change of the acceptance in a transaction that has locked the topic.
 * @param change returns the name of the change for the audit log; undefined if nothing changed
 */
async function changeAcceptance(
  ctx: Context,
  topicId: number,
  change: (trxCtx: Context, topic: posts.TopicRow) => Promise<AuditAction | undefined>,
): Promise<Topic> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  actingUserId(ctx, undefined)
  const changedTopic = await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await posts.lockTopic(trxCtx, topicId)
    const topic = await posts.findTopicRow(trxCtx, topicId)
    if (topic?.status !== 'visible') throw await goneOrNotFound(trxCtx, 'topic', String(topicId))
    if (!mayAcceptReply(viewer, { userId: topic.user_id, isQuestion: true }))
      throw forbidden('topic.not_yours', 'Only the member who asked the question can accept an answer.')
    const action = await change(trxCtx, topic)
    if (action !== undefined) {
      await queries.updateAcceptedReplyOfTopic(trxCtx, topicId)
      await publishEvent(trxCtx, 'topic.changed', { id: topicId, title: topic.title, categoryId: topic.category_id, status: topic.status })
      if (viewer.id !== topic.user_id) await recordAudit(trxCtx, { action, subject: { type: 'topic', id: topicId, title: topic.title } })
    }
    return topics.findTopic(trxCtx, topicId)
  })
  if (!changedTopic) throw notFound('topic')
  return renderPost(ctx, changedTopic)
}

async function removeAcceptance(trxCtx: Context, topic: posts.TopicRow, { reply_id: replyId }: queries.AcceptedReplyRow): Promise<void> {
  await queries.deleteAcceptedReply(trxCtx, topic.id)
  await withdrawAcceptanceNotice(trxCtx, replyId)
  const reply = await posts.findReplyRow(trxCtx, replyId)
  // The points of a hidden reply, with those for its acceptance, have been revoked already.
  if (reply?.status === 'visible' && reply.user_id !== topic.user_id)
    await awardPoints(trxCtx, reply.user_id, 'answer-accepted', { type: 'reply', id: replyId }, -1)
}

const noticeSubject = (replyId: number): string => `accepted-reply:${replyId}`

/** Removes the notice about an acceptance that was withdrawn, or whose reply is no longer visible. */
export const withdrawAcceptanceNotice = (trxCtx: Pick<Context, 'db'>, replyId: number): Promise<void> =>
  removeNoticesAbout(trxCtx, noticeSubject(replyId))

const notifyAuthor = (trxCtx: Context, topic: posts.TopicRow, reply: posts.ReplyRow): Promise<void> =>
  sendNotices(trxCtx, [
    {
      userId: reply.user_id,
      kind: 'answer',
      about: noticeSubject(reply.id),
      title: `Your reply in “${topic.title}” was accepted as the answer`,
      path: replyPath(topic.id, reply.id),
      origin: originForMail(trxCtx),
      actorId: trxCtx.viewer?.id ?? null,
      firstItem: 0,
      lastItem: 0,
      items: 1,
      isDemo: topic.is_demo,
    },
  ])

/** Updates what depends on the acceptance of a reply that was hidden, shown, deleted or restored. Call it in that transaction. */
export async function syncAcceptedReply(trxCtx: Pick<Context, 'db'>, topicId: number, replyId: number): Promise<void> {
  const topic = await posts.findTopicRow(trxCtx, topicId)
  const accepted = await queries.findAcceptedReplyRow(trxCtx, topicId)
  if (topic?.accepted_reply_id !== replyId && accepted?.reply_id !== replyId) return
  await queries.updateAcceptedReplyOfTopic(trxCtx, topicId)
  const after = await posts.findTopicRow(trxCtx, topicId)
  if (after?.accepted_reply_id !== replyId) await withdrawAcceptanceNotice(trxCtx, replyId)
}

/** Omits the acceptance of a deleted reply if another reply has been accepted since. */
export async function withoutReplacedAcceptance(trxCtx: Pick<Context, 'db'>, rows: TrashedRows): Promise<TrashedRows> {
  const tables: TrashedRows['tables'] = []
  for (const [table, tableRows] of rows.tables) {
    const acceptance = table === 'accepted_replies' ? (tableRows[0] as queries.AcceptedReplyRow | undefined) : undefined
    const isReplaced = acceptance !== undefined && (await queries.findAcceptedReplyRow(trxCtx, acceptance.topic_id)) !== undefined
    tables.push([table, isReplaced ? [] : tableRows])
  }
  return { ...rows, tables }
}

/**
 * Records or withdraws a confirmation.
 * @param expertId null to withdraw it
 * @throws AppError 404 if the topic has no accepted reply, 400 if there is no such expert
 */
export async function confirmAcceptedReply(ctx: Context, topicId: number, expertId: number | null): Promise<AcceptedReply> {
  const confirmed = await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await posts.lockTopic(trxCtx, topicId)
    const topic = await posts.findTopicRow(trxCtx, topicId)
    if (topic?.status !== 'visible') throw await goneOrNotFound(trxCtx, 'topic', String(topicId))
    if (expertId !== null && !(await queries.hasExpert(trxCtx, expertId)))
      throw badRequest('No such expert.', [{ path: 'expertId', message: 'No such expert.' }])
    const accepted = await queries.findAcceptedReplyRow(trxCtx, topicId)
    if (!accepted || topic.accepted_reply_id === null) throw notFound('answer')
    if (accepted.confirmed_by !== expertId) await saveConfirmation(trxCtx, topic, accepted.confirmed_by, expertId)
    return queries.findAcceptedReply(trxCtx, topicId)
  })
  if (!confirmed) throw notFound('answer')
  return renderAnswer(ctx, confirmed)
}

async function saveConfirmation(trxCtx: Context, topic: posts.TopicRow, before: number | null, after: number | null): Promise<void> {
  await queries.updateConfirmation(trxCtx, topic.id, after)
  await posts.updateTopic(trxCtx, topic.id, { changed_at: posts.getCurrentTimestamp() })
  await recordAudit(trxCtx, {
    action: after === null ? 'topic.withdraw_confirmation' : 'topic.confirm_reply',
    subject: { type: 'topic', id: topic.id, title: topic.title },
    before: { expertId: before },
    after: { expertId: after },
  })
}
