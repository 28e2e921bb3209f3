/** Notifies watchers of new replies, in a queued job, so that a topic with thousands of watchers delays no request. */
import { setImmediate } from 'node:timers/promises'
import { handleJob, type RunningJob } from '#features/job-queue/job-handler.service.ts'
import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
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
  if ((await topics.findTopic(ctx, topicId))?.status !== 'visible') throw notFound('topic')
  const notifiedReplyId = await queries.findLastReplyId(ctx, topicId)
  await queries.upsertWatch(ctx, { topicId, userId: viewer.id, notifiedReplyId }, !isWatching)
  return { isWatching }
}

/** Call it in the transaction of a post. Guests do not watch topics. */
export async function watchAfterPosting(ctx: Pick<Context, 'db' | 'viewer'>, topicId: number, replyId: number): Promise<void> {
  if (ctx.viewer) await queries.insertWatch(ctx, { topicId, userId: ctx.viewer.id, notifiedReplyId: replyId })
}

/** Keyed by topic id: replies posted while the job waits are notified together. */
const notifyWatchersJob = defineJobKind('forums.tell-watchers', z.object({ topicId: z.number(), origin: z.string().max(300) }))
const BATCH_DELAY_MS = 10_000

/** Call it in the transaction that has made a reply visible. */
export const enqueueWatcherNotification = (ctx: Pick<Context, 'db' | 'caller'>, topicId: number): Promise<boolean> =>
  enqueueTellingFrom(ctx, topicId, originForMail(ctx))

const enqueueTellingFrom = (ctx: Pick<Context, 'db'>, topicId: number, origin: string): Promise<boolean> =>
  enqueueJob(ctx, notifyWatchersJob, { topicId, origin }, { key: String(topicId), at: new Date(Date.now() + BATCH_DELAY_MS) })

/** Watchers per transaction, about 40 ms, which block all other queries on SQLite. */
export const WATCHER_BATCH = 20
/** New replies that a notification counts at most. */
const MAX_NEW = 1000

export const watchJobHandlers = [
  handleJob(notifyWatchersJob, { run: (ctx, { topicId, origin }, job) => notifyWatchers(ctx, topicId, origin, job) }),
]

/** Each watcher's row stores the last notified reply, so that a repeated job notifies no watcher twice. */
async function notifyWatchers(ctx: Context, topicId: number, origin: string, job: RunningJob): Promise<void> {
  const last = await queries.findLastReplyId(ctx, topicId)
  while (await notifyBatch(ctx, topicId, last, origin)) {
    job.signal.throwIfAborted()
    await setImmediate()
  }
  await ctx.db.transaction().execute(async (db) => {
    await job.finish(db)
    // Replies posted meanwhile found this job in the queue and enqueued none.
    if ((await queries.findLastReplyId({ db }, topicId)) > last) await enqueueTellingFrom({ db }, topicId, origin)
  })
}

/** @returns whether there may be more */
function notifyBatch(ctx: Context, topicId: number, last: number, origin: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (db) => {
    const watchers = await queries.listUnnotifiedWatchers({ db }, topicId, last, WATCHER_BATCH)
    if (watchers.length === 0) return false
    const topic = await topics.findTopic({ ...ctx, db }, topicId)
    if (topic?.status === 'visible') {
      const since = Math.min(...watchers.map(({ notifiedReplyId }) => notifiedReplyId))
      const replies = (await queries.listRepliesAfter({ db }, topicId, since, MAX_NEW)).filter(({ id }) => id <= last)
      await sendNotices(
        { db },
        watchers.flatMap(({ userId, notifiedReplyId }) => {
          const unseen = replies.filter((reply) => reply.id > notifiedReplyId && reply.userId !== userId)
          const [first, latest] = [unseen[0], unseen.at(-1)]
          if (!first || !latest) return []
          const notice = { kind: 'reply', about: `topic:${topicId}`, title: topic.title, origin, items: unseen.length } as const
          const path = replyPath(topicId, first.id)
          return [{ ...notice, userId, path, actorId: latest.userId, firstItem: first.id, lastItem: latest.id }]
        }),
      )
    }
    await queries.updateNotifiedReply(
      { db },
      topicId,
      watchers.map(({ userId }) => userId),
      last,
    )
    return watchers.length === WATCHER_BATCH
  })
}
