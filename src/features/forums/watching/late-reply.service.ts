/**
 * Notifies watchers of replies that waited for approval. These replies need separate notifications: a watcher's progress is stored as the id of
 * one reply, and a reply that is approved late may have a lower id.
 */
import { handleJob, type RunningJob } from '#features/job-queue/job-handler.service.ts'
import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import { sendNotices, originForMail } from '#features/notices/notice.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { z } from '#platform/contract/zod.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import * as topics from '#features/forums/topic.queries.ts'
import * as queries from './watch.queries.ts'
import { WATCHER_BATCH_SIZE } from './watch.service.ts'

interface LateReply {
  topicId: number
  replyId: number
  /** Watchers with user ids up to this one have been notified; 0 before the first batch. */
  afterUserId: number
  origin: string
}
const notifyLateReplyJob = defineJobKind(
  'forums.tell-late-reply',
  z.object({ topicId: z.number(), replyId: z.number(), afterUserId: z.number(), origin: z.string().max(300) }),
)

/** Enqueues the job. Call it in the transaction that approves a reply. */
export const enqueueLateReplyNotification = (ctx: Pick<Context, 'db' | 'caller'>, topicId: number, replyId: number): Promise<boolean> =>
  enqueueBatch(ctx, { topicId, replyId, afterUserId: 0, origin: originForMail(ctx) })

const enqueueBatch = (ctx: Pick<Context, 'db'>, payload: LateReply): Promise<boolean> =>
  enqueueJob(ctx, notifyLateReplyJob, payload, { key: String(payload.replyId) })

export const lateReplyJobHandlers = [handleJob(notifyLateReplyJob, { run: notifyLateReply })]

/** Notifies one batch of watchers. The next batch is enqueued in the same transaction, so that each watcher is notified exactly once. */
function notifyLateReply(ctx: Context, payload: LateReply, job: RunningJob): Promise<void> {
  const { topicId, replyId, afterUserId, origin } = payload
  return ctx.db.transaction().execute(async (db) => {
    await job.finish(db)
    const reply = await queries.findApprovedReply({ db }, replyId)
    const topic = reply && (await topics.findTopic({ ...ctx, db }, topicId))
    if (!reply || topic?.status !== 'visible') return
    const watchers = await queries.listWatchersSince({ db }, topicId, reply.approvedAt, afterUserId, WATCHER_BATCH_SIZE)
    const notice = {
      kind: 'reply',
      about: `topic:${topicId}`,
      title: topic.title,
      path: replyPath(topicId, replyId),
      origin,
      actorId: reply.userId,
      firstItem: replyId,
      lastItem: replyId,
      items: 1,
      isDemo: topic.isDemo,
    } as const
    await sendNotices(
      { db },
      watchers.map((userId) => ({ ...notice, userId })),
    )
    const lastUserId = watchers.at(-1)
    if (lastUserId !== undefined && watchers.length === WATCHER_BATCH_SIZE)
      await enqueueBatch({ db }, { ...payload, afterUserId: lastUserId })
  })
}
