/**
 * The demo content goes for good and as a whole: half of it would be topics without people and products without reviews.
 * What real people wrote beneath it goes too, for it would hang in the air; their points stay, nobody did wrong.
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

/** Categories, badges and the Community Guest stay. The site follows at once: its settings in memory are the ones every request looks at. */
export async function removeDemoContent(ctx: Context): Promise<DemoContent> {
  if (!ctx.site.settings.demoContent) throw conflict('demo_content.gone', 'The demo content has been removed already.')
  const removed = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const { rows, trash } = await findAll(inside)
    const left = await queries.listDemoUrls(inside, rows)
    for (const kind of ['article', 'product', 'topic'] as const) await addTombstones(inside, kind, left[kind])
    await removal.deleteDemoRows(inside, rows, trash)
    for (const id of staying(rows.reviews, rows.products)) {
      await removal.recountProductReviews(inside, id)
      await updateProductScore(inside, id)
    }
    for (const id of staying(rows.replies, rows.topics)) await recountReplies(inside, id)
    await upsertSetting(db, 'demoContent', false)
    const counts = countsOf(rows, trash)
    const subject = { type: 'settings' as const, id: null, title: 'Demo content' }
    await recordAudit(inside, { action: 'settings.remove_demo_content', subject, before: counts })
    return counts
  })
  ctx.site.settings.demoContent = false
  return removed
}

async function findAll(ctx: Pick<Context, 'db'>): Promise<{ rows: queries.DemoRows; trash: number[] }> {
  const rows = await queries.findDemoRows(ctx)
  return { rows, trash: inTrash(rows, await queries.listDemoTrash(ctx)) }
}

/** What lies in the trash of the demo content, or could not come back without it. */
function inTrash(rows: queries.DemoRows, kept: Awaited<ReturnType<typeof queries.listDemoTrash>>): number[] {
  const heads = kept.map(({ id, kind, subjectId, rows: text }) => ({ id, kind, subjectId, head: headOf(text) }))
  // A customer's enquiry comes back without its product or account.
  const isAlone = ({ kind }: (typeof heads)[number]) => kind === 'enquiry'
  const isDemo = (one: (typeof heads)[number]) => Boolean(one.head.is_demo) || (!isAlone(one) && rows.users.includes(one.head.user_id ?? 0))
  const gone = (kind: 'product' | 'topic', ids: number[]) =>
    new Set([...ids, ...heads.filter((one) => one.kind === kind && isDemo(one)).map(({ subjectId }) => subjectId)])
  const [products, topics] = [gone('product', rows.products), gone('topic', rows.topics)]
  return heads
    .filter((one) => isDemo(one) || (!isAlone(one) && (products.has(one.head.product_id ?? 0) || topics.has(one.head.topic_id ?? 0))))
    .map(({ id }) => id)
}

interface Head {
  is_demo?: boolean
  user_id?: number
  product_id?: number
  topic_id?: number
}
/** The thing itself comes first of what the trash keeps of it. */
const headOf = (text: string): Head => ((JSON.parse(text) as TrashedRows).tables[0]?.[1][0] ?? {}) as Head

/** What loses some of its posts, but is not itself among what goes. */
const staying = (posts: { on: number }[], going: number[]): Set<number> =>
  new Set(posts.map(({ on }) => on).filter((id) => !going.includes(id)))

function countsOf({ reviews, replies, ...rows }: queries.DemoRows, trash: number[]): DemoContent {
  const real = (posts: { isDemo: boolean }[]) => posts.filter(({ isDemo }) => !isDemo).length
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
    fromPeople: { reviews: real(reviews), replies: real(replies) },
  }
}
