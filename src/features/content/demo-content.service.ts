/**
 * Removes the demo content permanently and completely: removing only a part would leave topics without authors and products without reviews.
 * Posts of real people on demo content are removed as well; their authors keep the points.
 */
import { addTombstones } from '#features/redirects/tombstone.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { updateProductScore } from '#features/products/scores/score.service.ts'
import { recountReplies } from '#features/forums/replies/reply-change.service.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import type { TrashedRows } from '#features/trash/trash.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict } from '#platform/contract/errors.ts'
import { insertStarterContent } from './content.loader.ts'
import type { DemoContent, ReplacedDemoContent } from './demo-content.contract.ts'
import * as queries from './demo-content.queries.ts'
import * as removal from './demo-removal.queries.ts'

export async function countDemoContent(ctx: Pick<Context, 'db'>): Promise<DemoContent> {
  const { rows, trash: trashIds } = await findDemoContent(ctx)
  return countRows(rows, trashIds)
}

/**
 * Deletes all demo rows in one transaction; categories, badges and the Community Guest stay. Of the starter content these are the example
 * products. The settings in memory, which requests read, are updated as well.
 * @throws AppError 409 if there is no demo content
 */
export async function removeDemoContent(ctx: Context): Promise<DemoContent> {
  if (!ctx.site.settings.demoContent && !(await hasDemoRows(ctx))) throw createGoneError()
  return endDemo(ctx, async (trxCtx) => {
    const counts = await deleteDemoContent(trxCtx)
    await recordAudit(trxCtx, { action: 'settings.remove_demo_content', subject: AUDIT_SUBJECT, before: counts })
    return counts
  })
}

/**
 * Replaces the demo content by the starter content, which launched sites begin with, in one transaction.
 * @throws AppError 409 if the demo content was removed before
 */
export async function replaceDemoContent(ctx: Context): Promise<ReplacedDemoContent> {
  if (!ctx.site.settings.demoContent) throw createGoneError()
  return endDemo(ctx, async (trxCtx) => {
    const removed = await deleteDemoContent(trxCtx)
    const added = await insertStarterContent(trxCtx.db, new Date(), ctx.site.settings)
    await recordAudit(trxCtx, { action: 'settings.replace_demo_content', subject: AUDIT_SUBJECT, before: removed, after: added })
    return { removed, added }
  })
}

const AUDIT_SUBJECT = { type: 'settings' as const, id: null, title: 'Demo content' }

const createGoneError = () => conflict('demo_content.gone', 'There is no demo content.')

async function hasDemoRows(ctx: Pick<Context, 'db'>): Promise<boolean> {
  const { fromPeople: _, ...counts } = await countDemoContent(ctx)
  return Object.values(counts).some((count) => count > 0)
}

/** Runs `change` in a transaction, after which the site has no demo content. */
async function endDemo<T>(ctx: Context, change: (trxCtx: Context) => Promise<T>): Promise<T> {
  const result = await ctx.db.transaction().execute(async (db) => {
    const changed = await change({ ...ctx, db })
    await upsertSetting(db, 'demoContent', false)
    return changed
  })
  ctx.site.settings.demoContent = false
  return result
}

async function deleteDemoContent(trxCtx: Context): Promise<DemoContent> {
  const { rows, trash: trashIds } = await findDemoContent(trxCtx)
  const pages = await queries.listDemoPages(trxCtx, rows)
  for (const kind of ['article', 'product', 'topic'] as const) await addTombstones(trxCtx, kind, pages[kind])
  await removal.deleteDemoRows(trxCtx, rows, trashIds)
  for (const id of listRemainingParents(rows.reviews, rows.products)) {
    await removal.recountProductReviews(trxCtx, id)
    await updateProductScore(trxCtx, id)
  }
  for (const id of listRemainingParents(rows.replies, rows.topics)) await recountReplies(trxCtx, id)
  return countRows(rows, trashIds)
}

async function findDemoContent(ctx: Pick<Context, 'db'>): Promise<{ rows: queries.DemoRows; trash: number[] }> {
  const rows = await queries.findDemoRows(ctx)
  return { rows, trash: listDemoTrashIds(rows, await queries.listTrash(ctx)) }
}

/** Returns the ids of the trash entries that are demo content or cannot be restored without it. */
function listDemoTrashIds(rows: queries.DemoRows, trash: Awaited<ReturnType<typeof queries.listTrash>>): number[] {
  const entries = trash.map(({ id, kind, subjectId, rows: text }) => ({ id, kind, subjectId, trashedRow: parseTrashedRow(text) }))
  // An enquiry can be restored even if its product or account is gone.
  const isIndependent = ({ kind }: (typeof entries)[number]) => kind === 'enquiry'
  const isDemo = (entry: (typeof entries)[number]) =>
    Boolean(entry.trashedRow.is_demo) || (!isIndependent(entry) && rows.users.includes(entry.trashedRow.user_id ?? 0))
  const listRemovedIds = (kind: 'product' | 'topic', ids: number[]) =>
    new Set([...ids, ...entries.filter((entry) => entry.kind === kind && isDemo(entry)).map(({ subjectId }) => subjectId)])
  const [products, topics] = [listRemovedIds('product', rows.products), listRemovedIds('topic', rows.topics)]
  return entries
    .filter(
      (entry) =>
        isDemo(entry) ||
        (!isIndependent(entry) && (products.has(entry.trashedRow.product_id ?? 0) || topics.has(entry.trashedRow.topic_id ?? 0))),
    )
    .map(({ id }) => id)
}

interface TrashedRow {
  is_demo?: boolean
  user_id?: number
  product_id?: number
  topic_id?: number
}
/** Returns the trashed row itself, which is the first of the rows stored with it. */
const parseTrashedRow = (text: string): TrashedRow => ((JSON.parse(text) as TrashedRows).tables[0]?.[1][0] ?? {}) as TrashedRow

/** Returns the ids of the products or topics that lose posts but are not removed themselves. */
const listRemainingParents = (posts: { parentId: number }[], removed: number[]): Set<number> =>
  new Set(posts.map(({ parentId }) => parentId).filter((id) => !removed.includes(id)))

function countRows({ reviews, replies, ...rows }: queries.DemoRows, trash: number[]): DemoContent {
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
