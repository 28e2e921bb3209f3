/** Who hears of the replies to a topic. They are told by a job: a topic with thousands of watchers holds nobody up. */
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
  const toldReplyId = await queries.findLastReplyId(ctx, topicId)
  await queries.upsertWatch(ctx, { topicId, userId: viewer.id, toldReplyId }, !isWatching)
  return { isWatching }
}

/** Call it in the transaction of a post. Guests watch nothing. */
export async function watchAfterPosting(ctx: Pick<Context, 'db' | 'viewer'>, topicId: number, replyId: number): Promise<void> {
  if (ctx.viewer) await queries.insertWatch(ctx, { topicId, userId: ctx.viewer.id, toldReplyId: replyId })
}

/** Its key is the topic's number: what is posted while it waits is told with it. */
const tellWatchersJob = defineJobKind('forums.tell-watchers', z.object({ topicId: z.number(), origin: z.string().max(300) }))
const GATHER_MS = 10_000

/** Call it in the transaction that has made a reply visible. */
export const enqueueTelling = (ctx: Pick<Context, 'db' | 'caller'>, topicId: number): Promise<boolean> =>
  enqueueTellingFrom(ctx, topicId, originForMail(ctx))

const enqueueTellingFrom = (ctx: Pick<Context, 'db'>, topicId: number, origin: string): Promise<boolean> =>
  enqueueJob(ctx, tellWatchersJob, { topicId, origin }, { key: String(topicId), at: new Date(Date.now() + GATHER_MS) })

/** So many watchers in a transaction: some forty milliseconds, in which nobody else is served where the database is embedded. */
export const WATCHER_BATCH = 20
/** Of those that came since somebody was last told; more are counted as so many. */
const MAX_NEW = 1000

export const watchJobHandlers = [
  handleJob(tellWatchersJob, { run: (ctx, { topicId, origin }, job) => tellWatchers(ctx, topicId, origin, job) }),
]

/** Each watcher's row says up to where they were told, so that a slice is done once, however often it is begun. */
async function tellWatchers(ctx: Context, topicId: number, origin: string, job: RunningJob): Promise<void> {
  const last = await queries.findLastReplyId(ctx, topicId)
  while (await tellSlice(ctx, topicId, last, origin)) {
    job.signal.throwIfAborted()
    await setImmediate()
  }
  await ctx.db.transaction().execute(async (db) => {
    await job.finish(db)
    // Whoever posted meanwhile found this work at hand, and has added none.
    if ((await queries.findLastReplyId({ db }, topicId)) > last) await enqueueTellingFrom({ db }, topicId, origin)
  })
}

/** @returns whether there may be more */
function tellSlice(ctx: Context, topicId: number, last: number, origin: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (db) => {
    const watchers = await queries.listWatchersBehind({ db }, topicId, last, WATCHER_BATCH)
    if (watchers.length === 0) return false
    const topic = await topics.findTopic({ ...ctx, db }, topicId)
    if (topic?.status === 'visible') {
      const since = Math.min(...watchers.map(({ toldReplyId }) => toldReplyId))
      const replies = (await queries.listRepliesAfter({ db }, topicId, since, MAX_NEW)).filter(({ id }) => id <= last)
      await sendNotices(
        { db },
        watchers.flatMap(({ userId, toldReplyId }) => {
          const fresh = replies.filter((reply) => reply.id > toldReplyId && reply.userId !== userId)
          const [first, latest] = [fresh[0], fresh.at(-1)]
          if (!first || !latest) return []
          const notice = { kind: 'reply', about: `topic:${topicId}`, title: topic.title, origin, items: fresh.length } as const
          const path = replyPath(topicId, first.id)
          return [{ ...notice, userId, path, actorId: latest.userId, firstItem: first.id, lastItem: latest.id }]
        }),
      )
    }
    await queries.updateToldReply(
      { db },
      topicId,
      watchers.map(({ userId }) => userId),
      last,
    )
    return watchers.length === WATCHER_BATCH
  })
}
