/** Notifies watchers of new topics, reviews and prices, in a queued job, so that a category with thousands of watchers delays no request. */
import { handleJob, type RunningJob } from '#features/job-queue/job-handler.service.ts'
import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import type { NewNotice } from '#features/notices/notice-kind.policy.ts'
import { findLatestOrigin, originForMail, sendNotices } from '#features/notices/notice.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { PriceChange, priceChangedJob } from '#features/products/prices/price-changed-job.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { z } from '#platform/contract/zod.ts'
import type { WatchSubject } from './watches.queries.ts'
import * as queries from './watches.queries.ts'

/** Number of watchers per transaction. */
export const WATCHER_BATCH_SIZE = 20

const JobPayload = z.object({
  /** What is new; for a price, `id` is that of the product. */
  post: z.enum(['topic', 'review', 'price']),
  id: z.number(),
  price: PriceChange.optional(),
  /** Watchers with user ids up to this one have been notified; 0 before the first batch. */
  afterUserId: z.number(),
  origin: z.string().max(300),
})
type JobPayload = z.infer<typeof JobPayload>
const notifyJob = defineJobKind('watches.notify', JobPayload)

interface NewPost {
  post: 'topic' | 'review'
  id: number
  userId: number
  /** Category of a topic. */
  categoryId?: number | null
  /** Product of a review; those of a topic are read from its row. */
  productId?: number
}

/** Returns what watchers of a new post may watch. All guests share one account, so it cannot be watched. */
const toSubjects = ({ post, userId, categoryId, productId }: Omit<NewPost, 'id'>): WatchSubject[] => [
  ...(post === 'topic' && userId !== GUEST_ID ? [{ kind: 'user' as const, id: userId }] : []),
  ...(categoryId ? [{ kind: 'category' as const, id: categoryId }] : []),
  ...(productId ? [{ kind: 'product' as const, id: productId }] : []),
]

async function listSubjects(ctx: Pick<Context, 'db'>, post: NewPost): Promise<WatchSubject[]> {
  const productIds = post.post === 'topic' ? await queries.listProductIdsOfTopic(ctx, post.id) : []
  return [...toSubjects(post), ...productIds.map((id) => ({ kind: 'product' as const, id }))]
}

/** Enqueues the job, if a member watches. Call it in the transaction that makes the post visible. */
export async function enqueueWatchNotification(ctx: Pick<Context, 'db' | 'caller'>, { post, id, ...about }: NewPost): Promise<void> {
  const subjects = await listSubjects(ctx, { post, id, ...about })
  if (subjects.length === 0 || !(await queries.isWatched(ctx, subjects))) return
  await enqueueBatch(ctx, { post, id, afterUserId: 0, origin: originForMail(ctx) })
}

/** Enqueues the notification about a new price, if a member watches the product. */
function enqueuePriceNotification(ctx: Context, price: PriceChange, job: RunningJob): Promise<void> {
  return ctx.db.transaction().execute(async (db) => {
    await job.finish(db)
    const id = price.productId
    if (!(await queries.isWatched({ db }, [{ kind: 'product', id }]))) return
    await enqueueBatch({ db }, { post: 'price', id, price, afterUserId: 0, origin: await findLatestOrigin({ db }) })
  })
}

const enqueueBatch = (ctx: Pick<Context, 'db'>, payload: JobPayload): Promise<boolean> =>
  enqueueJob(ctx, notifyJob, payload, { key: [payload.post, payload.id, ...(payload.price ? [payload.price.version] : [])].join(' ') })

export const watchJobHandlers = [
  handleJob(notifyJob, { run: notifyWatchers }),
  handleJob(priceChangedJob, { run: enqueuePriceNotification }),
]

/** Notifies one batch of watchers. The next batch is enqueued in the same transaction, so that each watcher is notified exactly once. */
function notifyWatchers(ctx: Context, payload: JobPayload, job: RunningJob): Promise<void> {
  return ctx.db.transaction().execute(async (db) => {
    await job.finish(db)
    const found = await describe({ ...ctx, db }, payload)
    if (!found) return
    const watchers = await queries.listWatchers({ db }, found.subjects, payload.afterUserId, WATCHER_BATCH_SIZE)
    const notice = { ...found.notice, kind: 'watch', origin: payload.origin, firstItem: 0, lastItem: 0, items: 1 } as const
    await sendNotices(
      { db },
      watchers.filter((userId) => userId !== payload.price?.changedBy).map((userId) => ({ ...notice, userId })),
    )
    const lastUserId = watchers.at(-1)
    if (lastUserId !== undefined && watchers.length === WATCHER_BATCH_SIZE)
      await enqueueBatch({ db }, { ...payload, afterUserId: lastUserId })
  })
}

interface Description {
  subjects: WatchSubject[]
  notice: Pick<NewNotice, 'about' | 'title' | 'path' | 'actorId' | 'isDemo'>
}

/** @returns undefined if it is no longer published */
function describe(ctx: Context, { post, id, price }: JobPayload): Promise<Description | undefined> {
  if (price) return describePrice(ctx, id, price)
  return post === 'topic' ? describeTopic(ctx, id) : describeReview(ctx, id)
}

async function describePrice(ctx: Context, id: number, { from, to, version }: PriceChange): Promise<Description | undefined> {
  const [product] = ctx.site.settings.features.products ? await queries.SUBJECT_FINDERS.product(ctx, [id]) : []
  if (!product) return undefined
  return {
    subjects: [{ kind: 'product', id }],
    notice: {
      about: `product:${id}:price:${version}`,
      title: from ? `The price of ${product.title} changed from ${from} to ${to}` : `The price of ${product.title} is now ${to}`,
      path: pathTo('/products/:slug', { slug: product.slug }),
      actorId: null,
      isDemo: product.isDemo,
    },
  }
}

async function describeTopic(ctx: Pick<Context, 'db'>, id: number): Promise<Description | undefined> {
  const topic = await queries.findWatchedTopic(ctx, id)
  if (!topic) return undefined
  const { userId, categoryId, categoryName, authorName, title, isDemo } = topic
  return {
    subjects: await listSubjects(ctx, { post: 'topic', id, userId, categoryId }),
    notice: {
      // The key of the topic, so that opening it marks the notice as read, and hiding it removes the notice.
      about: `topic:${id}`,
      title: `New topic by ${authorName ?? 'Unknown User'}${categoryName ? ` in ${categoryName}` : ''}: “${title}”`,
      path: pathTo('/forum/:id', { id }),
      actorId: userId,
      isDemo: Boolean(isDemo),
    },
  }
}

async function describeReview(ctx: Pick<Context, 'db'>, id: number): Promise<Description | undefined> {
  const review = await queries.findWatchedReview(ctx, id)
  if (!review) return undefined
  const { userId, productId, productName, productSlug, authorName, isDemo } = review
  return {
    subjects: await listSubjects(ctx, { post: 'review', id, userId, productId }),
    notice: {
      about: newReviewKey(id),
      title: `New review of ${productName} by ${authorName ?? 'Unknown User'}`,
      path: `${pathTo('/products/:slug', { slug: productSlug }, { tab: 'reviews' })}#review-${id}`,
      actorId: userId,
      isDemo,
    },
  }
}

/** Returns the key of the notices about a new review. */
export const newReviewKey = (reviewId: number): string => `review:${reviewId}:new`
