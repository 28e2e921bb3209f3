/** Articles, products and their reviews. */
import sharp from 'sharp'
import { publishDueArticles } from '#features/articles/publication.queries.ts'
import { BOTH, type Cast } from './cast.ts'
import type { StateCase } from './states.ts'
import type { Phase } from './things.ts'

const BEFORE: readonly Phase[] = ['before']
const AFTER: readonly Phase[] = ['after']
const NEVER: readonly Phase[] = []
const DAY_MS = 86_400_000
/** A guide that the page of a tool names. */
const GUIDE_OF_TOOL = 'reading-a-solar-quote'
const setArticle = (cast: Cast, id: number, change: object) => cast.asAdmin('PATCH', `/api/articles/${id}`, change)
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString()

/** Another for each review: a file is named by what is in it. */
const drawPicture = (red: number) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: red, g: 0, b: 0 } } })
    .png()
    .toBuffer()

/** A review with everything that can hang on one. @returns how it is taken away */
async function makeFullReview(cast: Cast, title: string, shownIn: readonly Phase[], productId: number, red: number): Promise<number> {
  const { id, by } = await cast.review(title, shownIn, productId, 5)
  const alt = cast.part('picture', `of a review, ${title}`, shownIn)
  const { pictures } = await cast.must('POST', `/api/reviews/${id}/pictures?alt=${alt}`, by, await drawPicture(red))
  for (const { url } of pictures as { url: string }[]) cast.picture(url)
  const note = cast.secret(`evidence of a review, ${title}`)
  await cast.must('POST', `/api/reviews/${id}/evidence?note=${note}`, by, await drawPicture(red))
  const content = cast.part('answer', `to a review, ${title}`, shownIn)
  await cast.asAdmin('POST', `/api/reviews/${id}/answer`, { content, from: 'maker' })
  return id
}

export const catalogueStates: readonly StateCase[] = [
  {
    title: 'an article that becomes a draft, known by an old slug and named by a tool',
    covers: ['articles.status=published', 'articles.status=draft'],
    async make(cast) {
      const id = await cast.article('made a draft', BEFORE)
      const { thing } = cast.subjects.article.at(-1) ?? {}
      await setArticle(cast, id, { slug: GUIDE_OF_TOOL })
      cast.subjects.article.push({ id, slug: GUIDE_OF_TOOL, thing })
      return () => setArticle(cast, id, { status: 'draft' })
    },
  },
  {
    title: 'an article that is scheduled',
    covers: ['articles.status=scheduled', 'articles.published_at'],
    async make(cast) {
      const id = await cast.article('put back to scheduled', BEFORE)
      return () => setArticle(cast, id, { status: 'scheduled', publishedAt: tomorrow() })
    },
  },
  {
    title: 'an article that is deleted, known by an old slug',
    covers: ['gone_addresses.kind=article', 'old_slugs.kind=article'],
    async make(cast) {
      const id = await cast.article('deleted', BEFORE)
      const { thing } = cast.subjects.article.at(-1) ?? {}
      await setArticle(cast, id, { slug: 'formerly-another' })
      cast.subjects.article.push({ id, slug: 'formerly-another', thing })
      return () => cast.asAdmin('DELETE', `/api/articles/${id}`)
    },
  },
  {
    title: 'articles that are published: a draft, one whose time comes, one that stays',
    covers: [],
    async make(cast) {
      await cast.article('published', BOTH)
      await cast.article('draft', NEVER, { status: 'draft' })
      await cast.article('scheduled', NEVER, { status: 'scheduled', publishedAt: tomorrow() })
      const draft = await cast.article('draft that is published', AFTER, { status: 'draft' })
      const due = await cast.article('scheduled that is due', AFTER, { status: 'scheduled', publishedAt: tomorrow() })
      return async () => {
        await setArticle(cast, draft, { status: 'published' })
        // The day passes.
        await cast.world.db.updateTable('articles').set({ published_at: new Date().toISOString() }).where('id', '=', due).execute()
        await publishDueArticles(cast.world, new Date().toISOString())
        cast.world.invalidate('articles')
      }
    },
  },
  {
    title: 'a product that is deleted, with its reviews',
    covers: ['trash.kind=product', 'gone_addresses.kind=product', 'old_slugs.kind=product'],
    async make(cast) {
      const id = await cast.product('deleted', BEFORE)
      const { thing } = cast.subjects.product.at(-1) ?? {}
      await cast.asAdmin('PATCH', `/api/products/${id}`, { slug: 'formerly-another-product' })
      cast.subjects.product.push({ id, slug: 'formerly-another-product', thing })
      await makeFullReview(cast, 'of a deleted product', BEFORE, id, 10)
      await cast.waitingReview('waiting, of a deleted product', NEVER, id)
      return () => cast.asAdmin('DELETE', `/api/products/${id}`)
    },
  },
  {
    title: 'a product that is restored, with its reviews',
    covers: [],
    async make(cast) {
      const id = await cast.product('restored', AFTER)
      await makeFullReview(cast, 'of a restored product', AFTER, id, 20)
      const { trashId } = await cast.asAdmin('DELETE', `/api/products/${id}`)
      return () => cast.restore(trashId)
    },
  },
  {
    title: 'a visible product with a review in each state',
    covers: ['trash.kind=review', 'trash.kind=waiting_review', 'waiting_reviews'],
    async make(cast) {
      const id = await cast.product('visible', BOTH)
      await makeFullReview(cast, 'visible', BOTH, id, 30)
      const hidden = await makeFullReview(cast, 'hidden', BEFORE, id, 40)
      const restored = await makeFullReview(cast, 'restored', AFTER, id, 50)
      const { trashId } = await cast.asAdmin('DELETE', `/api/reviews/${restored}?reason=spam`)
      const approved = await cast.waitingReview('approved', AFTER, id)
      const other = await cast.product('with waiting reviews', BOTH)
      const rejected = await cast.waitingReview('rejected', NEVER, other)
      const { id: answered } = await cast.review('with an answer that is removed', BOTH, other)
      const content = cast.part('answer', 'that is removed', BEFORE)
      await cast.asAdmin('POST', `/api/reviews/${answered}/answer`, { content, from: 'site' })
      return async () => {
        await cast.asAdmin('DELETE', `/api/reviews/${hidden}?reason=spam&note=${cast.secret('reason for hiding a review')}`)
        await cast.restore(trashId)
        await cast.asAdmin('POST', `/api/admin/waiting-reviews/${approved}/approve`)
        await cast.asAdmin('POST', `/api/admin/waiting-reviews/${rejected}/reject`, { reason: 'spam' })
        await cast.asAdmin('DELETE', `/api/reviews/${answered}/answer`)
      }
    },
  },
  {
    title: 'an expert article, which has no state',
    covers: ['expert_articles.published_at'],
    async make(cast) {
      await cast.expertArticle('visible')
      return async () => undefined
    },
  },
]
