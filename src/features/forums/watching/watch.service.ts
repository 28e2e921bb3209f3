/** Notifies watchers of new replies, in a queued job, so that a topic with thousands of watchers delays no request. */
import { setImmediate } from 'node:timers/promises'
import { handleJob, type RunningJob } from '#features/job-queue/job-handler.service.ts'
import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import { loadMutes } from '#features/mutes/mute.service.ts'
import { sendNotices, originForMail } from '#features/notices/notice.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { notFound, unauthorized } from '#platform/contract/errors.ts'
import { z } from '#platform/contract/zod.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import * as topics from '#features/forums/topic.queries.ts'
import * as queries from './watch.queries.ts'

export async function getTopicWatch(ctx: Context, topicId: number): Promise<{ isWatching: boolean }> {
  if (!ctx.viewer) throw unauthorized()
  return { isWatching: await queries.isWatchingTopic(ctx, topicId, ctx.viewer.id) }
}

export async function setTopicWatch(ctx: Context, topicId: number, isWatching: boolean): Promise<{ isWatching: boolean }> {
  const { viewer } = ctx
  if (!viewer) throw unauthorized()
  const topic = await topics.findTopic(ctx, topicId)
  // A member who watches a topic can stop while it is hidden or waits for approval.
  const canSet = topic?.status === 'visible' || (topic && !isWatching && (await queries.isWatchingTopic(ctx, topicId, viewer.id)))
  if (!canSet) throw notFound('topic')
  const notifiedReplyId = await queries.findLastReplyId(ctx, topicId)
  await queries.upsertWatch(ctx, { topicId, userId: viewer.id, notifiedReplyId }, !isWatching)
  return { isWatching }
}

/** Makes the author of a post watch its topic, unless the author is a guest. Call it in the transaction of the post. */
export async function watchAfterPosting(ctx: Pick<Context, 'db' | 'viewer'>, topicId: number, replyId: number): Promise<void> {
  if (ctx.viewer) await queries.insertWatch(ctx, { topicId, userId: ctx.viewer.id, notifiedReplyId: replyId })
}

/** The job's key is the topic id, so replies that are posted while the job waits share one notification. */
const notifyWatchersJob = defineJobKind('forums.tell-watchers', z.object({ topicId: z.number(), origin: z.string().max(300) }))
const BATCH_DELAY_MS = 10_000

/** Enqueues the job. Call it in the transaction that makes a reply visible. */
export const enqueueWatcherNotification = (ctx: Pick<Context, 'db' | 'caller'>, topicId: number): Promise<boolean> =>
  enqueueNotificationJob(ctx, topicId, originForMail(ctx))

const enqueueNotificationJob = (ctx: Pick<Context, 'db'>, topicId: number, origin: string): Promise<boolean> =>
  enqueueJob(ctx, notifyWatchersJob, { topicId, origin }, { key: String(topicId), at: new Date(Date.now() + BATCH_DELAY_MS) })

/** Number of watchers per transaction. Such a transaction takes about 40 ms and blocks all other queries on SQLite. */
export const WATCHER_BATCH_SIZE = 20
/** Maximum number of new replies that a notification counts. */
const MAX_COUNTED_REPLIES = 1000

export const watchJobHandlers = [
  handleJob(notifyWatchersJob, { run: (ctx, { topicId, origin }, job) => notifyWatchers(ctx, topicId, origin, job) }),
]

/** Notifies the watchers in batches. Each watch stores the last notified reply, so that a repeated job notifies no watcher twice. */
async function notifyWatchers(ctx: Context, topicId: number, origin: string, job: RunningJob): Promise<void> {
  const lastReplyId = await queries.findLastReplyId(ctx, topicId)
  while (await notifyBatch(ctx, topicId, lastReplyId, origin)) {
    job.signal.throwIfAborted()
    await setImmediate()
  }
  await ctx.db.transaction().execute(async (db) => {
    await job.finish(db)
    // Replies posted while the job ran did not enqueue another job, because this one was still in the queue.
    if ((await queries.findLastReplyId({ db }, topicId)) > lastReplyId) await enqueueNotificationJob({ db }, topicId, origin)
  })
}

/** @returns whether there may be more watchers to notify */
function notifyBatch(ctx: Context, topicId: number, lastReplyId: number, origin: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (db) => {
    const watchers = await queries.listUnnotifiedWatchers({ db }, topicId, lastReplyId, WATCHER_BATCH_SIZE)
    if (watchers.length === 0) return false
    const topic = await topics.findTopic({ ...ctx, db }, topicId)
    if (topic?.status === 'visible') {
      const minNotifiedReplyId = Math.min(...watchers.map(({ notifiedReplyId }) => notifiedReplyId))
      const replies = (await queries.listRepliesAfter({ db }, topicId, minNotifiedReplyId, MAX_COUNTED_REPLIES)).filter(
        ({ id }) => id <= lastReplyId,
      )
      const isMuted = await loadMutes(
        { db },
        watchers.map(({ userId }) => userId),
        replies.map((reply) => reply.userId),
      )
      await sendNotices(
        { db },
        watchers.flatMap(({ userId, notifiedReplyId }) => {
          const unseen = replies.filter((reply) => reply.id > notifiedReplyId && reply.userId !== userId && !isMuted(userId, reply.userId))
          const [first, latest] = [unseen[0], unseen.at(-1)]
          if (!first || !latest) return []
          const notice = {
            kind: 'reply',
            about: `topic:${topicId}`,
            title: topic.title,
            origin,
            items: unseen.length,
            isDemo: topic.isDemo,
          } as const
          const path = replyPath(topicId, first.id)
          return [{ ...notice, userId, path, actorId: latest.userId, firstItem: first.id, lastItem: latest.id }]
        }),
      )
    }
    await queries.updateNotifiedReply(
      { db },
      topicId,
      watchers.map(({ userId }) => userId),
      lastReplyId,
    )
    return watchers.length === WATCHER_BATCH_SIZE
  })
}
