/**
 * Removes the demo content permanently and completely, as a part of it would leave topics without authors and products without reviews.
 * Posts of real people on demo content are removed with it; their points remain.
 */
import { addTombstones } from '#features/redirects/tombstone.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { updateProductScore } from '#features/products/scores/score.service.ts'
import { recountReplies } from '#features/forums/replies/reply-change.service.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import type { TrashedRows } from '#features/trash/trash.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict } from '#platform/contract/errors.ts'
import type { DemoContent } from './demo-content.contract.ts'
import * as queries from './demo-content.queries.ts'
import * as removal from './demo-removal.queries.ts'

export async function countDemoContent(ctx: Pick<Context, 'db'>): Promise<DemoContent> {
  const { rows, trash } = await findAll(ctx)
  return countsOf(rows, trash)
}

/**
 * Deletes all demo rows in one transaction; categories, badges and the Community Guest stay. Updates the settings in memory as well, which
 * requests read.
 * @throws AppError 409 if it was removed before
 */
export async function removeDemoContent(ctx: Context): Promise<DemoContent> {
  if (!ctx.site.settings.demoContent) throw conflict('demo_content.gone', 'The demo content has already been removed.')
  const removed = await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const { rows, trash } = await findAll(trxCtx)
    const urls = await queries.listDemoUrls(trxCtx, rows)
    for (const kind of ['article', 'product', 'topic'] as const) await addTombstones(trxCtx, kind, urls[kind])
    await removal.deleteDemoRows(trxCtx, rows, trash)
    for (const id of remainingParents(rows.reviews, rows.products)) {
      await removal.recountProductReviews(trxCtx, id)
      await updateProductScore(trxCtx, id)
    }
    for (const id of remainingParents(rows.replies, rows.topics)) await recountReplies(trxCtx, id)
    await upsertSetting(db, 'demoContent', false)
    const counts = countsOf(rows, trash)
    const subject = { type: 'settings' as const, id: null, title: 'Demo content' }
    await recordAudit(trxCtx, { action: 'settings.remove_demo_content', subject, before: counts })
    return counts
  })
  ctx.site.settings.demoContent = false
  return removed
}

async function findAll(ctx: Pick<Context, 'db'>): Promise<{ rows: queries.DemoRows; trash: number[] }> {
  const rows = await queries.findDemoRows(ctx)
  return { rows, trash: inTrash(rows, await queries.listDemoTrash(ctx)) }
}

/** Returns the trash entries that are demo content or cannot be restored without it. */
function inTrash(rows: queries.DemoRows, trash: Awaited<ReturnType<typeof queries.listDemoTrash>>): number[] {
  const heads = trash.map(({ id, kind, subjectId, rows: text }) => ({ id, kind, subjectId, head: headOf(text) }))
  // An enquiry can be restored without its product or account.
  const isIndependent = ({ kind }: (typeof heads)[number]) => kind === 'enquiry'
  const isDemo = (one: (typeof heads)[number]) =>
    Boolean(one.head.is_demo) || (!isIndependent(one) && rows.users.includes(one.head.user_id ?? 0))
  const removedIds = (kind: 'product' | 'topic', ids: number[]) =>
    new Set([...ids, ...heads.filter((one) => one.kind === kind && isDemo(one)).map(({ subjectId }) => subjectId)])
  const [products, topics] = [removedIds('product', rows.products), removedIds('topic', rows.topics)]
  return heads
    .filter((one) => isDemo(one) || (!isIndependent(one) && (products.has(one.head.product_id ?? 0) || topics.has(one.head.topic_id ?? 0))))
    .map(({ id }) => id)
}

interface Head {
  is_demo?: boolean
  user_id?: number
  product_id?: number
  topic_id?: number
}
/** Returns the trashed row itself, which is the first of the rows stored with it. */
const headOf = (text: string): Head => ((JSON.parse(text) as TrashedRows).tables[0]?.[1][0] ?? {}) as Head

/** Returns the products or topics that lose posts but are not removed themselves. */
const remainingParents = (posts: { on: number }[], removed: number[]): Set<number> =>
  new Set(posts.map(({ on }) => on).filter((id) => !removed.includes(id)))

function countsOf({ reviews, replies, ...rows }: queries.DemoRows, trash: number[]): DemoContent {
  const countReal = (posts: { isDemo: boolean }[]) => posts.filter(({ isDemo }) => !isDemo).length
  return {
    products: rows.products.length,
    reviews: reviews.length,
    articles: rows.articles.length,
    experts: rows.experts.length,
    expertArticles: rows.expertArticles.length,
    topics: rows.topics.length,
    replies: replies.length,
    enquiries: rows.enquiries.length,
    users: rows.users.length,
    trash: trash.length,
    fromPeople: { reviews: countReal(reviews), replies: countReal(replies) },
  }
}
