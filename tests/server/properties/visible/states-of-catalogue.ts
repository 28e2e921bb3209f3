/** Defines the states of articles, products and reviews. */
import { publishDueArticles } from '#features/articles/publication/publication.queries.ts'
import { drawPicture } from './draw-picture.ts'
import { BOTH, type Scenario } from './scenario.ts'
import type { Actor } from '#tests/server/properties/world.ts'
import type { StateCase } from './states.ts'
import type { Phase } from './things.ts'

const BEFORE: readonly Phase[] = ['before']
const AFTER: readonly Phase[] = ['after']
const NEVER: readonly Phase[] = []
const DAY_MS = 86_400_000
/** Slug of a guide that a calculator's page links to. */
const GUIDE_OF_TOOL = 'reading-a-solar-quote'
const setArticle = (scenario: Scenario, id: number, change: object) => scenario.asAdmin('PATCH', `/api/articles/${id}`, change)
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString()

/** Adds the update of a review that was posted two years ago. The review keeps its own time. @returns the id of the update */
async function addUpdate(scenario: Scenario, reviewId: number, by: Actor, content: string): Promise<number> {
  const { world } = scenario
  const setTime = async (time: string) => {
    await world.db.updateTable('reviews').set({ created_at: time }).where('id', '=', reviewId).execute()
    world.invalidate('reviews')
  }
  const { created_at: time } = await world.db
    .selectFrom('reviews')
    .select('created_at')
    .where('id', '=', reviewId)
    .executeTakeFirstOrThrow()
  await setTime('2024-06-01T08:00:00.000Z')
  const { updates } = await scenario.must('POST', `/api/reviews/${reviewId}/updates`, by, { isStillUsed: true, rating: 4, content })
  await setTime(time)
  return updates[0].id
}

/** Creates a review with a picture, evidence, an answer and an update. @returns its id */
async function makeFullReview(
  scenario: Scenario,
  title: string,
  shownIn: readonly Phase[],
  productId: number,
  red: number,
): Promise<number> {
  const { id, by } = await scenario.review(title, shownIn, productId, 5)
  const alt = scenario.part('picture', `of a review, ${title}`, shownIn)
  const { pictures } = await scenario.must('POST', `/api/reviews/${id}/pictures?alt=${alt}`, by, await drawPicture(red))
  for (const { url } of pictures as { url: string }[]) scenario.picture(url)
  const note = scenario.secret(`evidence of a review, ${title}`)
  await scenario.must('POST', `/api/reviews/${id}/evidence?note=${note}`, by, await drawPicture(red))
  const content = scenario.part('answer', `to a review, ${title}`, shownIn)
  await scenario.asAdmin('POST', `/api/reviews/${id}/answer`, { content, from: 'maker' })
  await addUpdate(scenario, id, by, scenario.part('update', `of a review, ${title}`, shownIn))
  return id
}

export const catalogueStates: readonly StateCase[] = [
  {
    title: 'an article that becomes a draft, known by an old slug and named by a tool',
    covers: ['articles.status=published', 'articles.status=draft'],
    async make(scenario) {
      const id = await scenario.article('made a draft', BEFORE)
      const { thing } = scenario.subjects.article.at(-1) ?? {}
      await setArticle(scenario, id, { slug: GUIDE_OF_TOOL })
      scenario.subjects.article.push({ id, slug: GUIDE_OF_TOOL, thing })
      return () => setArticle(scenario, id, { status: 'draft' })
    },
  },
  {
    title: 'an article that is scheduled',
    covers: ['articles.status=scheduled', 'articles.published_at'],
    async make(scenario) {
      const id = await scenario.article('put back to scheduled', BEFORE)
      return () => setArticle(scenario, id, { status: 'scheduled', publishedAt: tomorrow() })
    },
  },
  {
    title: 'an article that is deleted, known by an old slug',
    covers: ['gone_addresses.kind=article', 'old_slugs.kind=article'],
    async make(scenario) {
      const id = await scenario.article('deleted', BEFORE)
      const { thing } = scenario.subjects.article.at(-1) ?? {}
      await setArticle(scenario, id, { slug: 'formerly-another' })
      scenario.subjects.article.push({ id, slug: 'formerly-another', thing })
      return () => scenario.asAdmin('DELETE', `/api/articles/${id}`)
    },
  },
  {
    title: 'articles that are published: a draft, one whose time comes, one that stays',
    covers: [],
    async make(scenario) {
      await scenario.article('published', BOTH)
      await scenario.article('draft', NEVER, { status: 'draft' })
      await scenario.article('scheduled', NEVER, { status: 'scheduled', publishedAt: tomorrow() })
      const draft = await scenario.article('draft that is published', AFTER, { status: 'draft' })
      const due = await scenario.article('scheduled that is due', AFTER, { status: 'scheduled', publishedAt: tomorrow() })
      return async () => {
        await setArticle(scenario, draft, { status: 'published' })
        // This update makes the scheduled article due.
        await scenario.world.db.updateTable('articles').set({ published_at: new Date().toISOString() }).where('id', '=', due).execute()
        await publishDueArticles(scenario.world, new Date().toISOString())
        scenario.world.invalidate('articles')
      }
    },
  },
  {
    title: 'a product that is deleted, with its reviews',
    covers: ['trash.kind=product', 'gone_addresses.kind=product', 'old_slugs.kind=product'],
    async make(scenario) {
      const id = await scenario.product('deleted', BEFORE)
      const { thing } = scenario.subjects.product.at(-1) ?? {}
      await scenario.asAdmin('PATCH', `/api/products/${id}`, { slug: 'formerly-another-product' })
      scenario.subjects.product.push({ id, slug: 'formerly-another-product', thing })
      await makeFullReview(scenario, 'of a deleted product', BEFORE, id, 10)
      await scenario.waitingReview('waiting, of a deleted product', NEVER, id)
      return () => scenario.asAdmin('DELETE', `/api/products/${id}`)
    },
  },
  {
    title: 'a product that is restored, with its reviews',
    covers: [],
    async make(scenario) {
      const id = await scenario.product('restored', AFTER)
      await makeFullReview(scenario, 'of a restored product', AFTER, id, 20)
      const { trashId } = await scenario.asAdmin('DELETE', `/api/products/${id}`)
      return () => scenario.restore(trashId)
    },
  },
  {
    title: 'a visible product with a review in each state',
    covers: ['trash.kind=review', 'trash.kind=waiting_review', 'waiting_reviews'],
    async make(scenario) {
      const id = await scenario.product('visible', BOTH)
      await makeFullReview(scenario, 'visible', BOTH, id, 30)
      const hidden = await makeFullReview(scenario, 'hidden', BEFORE, id, 40)
      const restored = await makeFullReview(scenario, 'restored', AFTER, id, 50)
      const { trashId } = await scenario.asAdmin('DELETE', `/api/reviews/${restored}?reason=spam`)
      const approved = await scenario.waitingReview('approved', AFTER, id)
      const other = await scenario.product('with waiting reviews', BOTH)
      const rejected = await scenario.waitingReview('rejected', NEVER, other)
      const { id: answered, by } = await scenario.review('with an answer and an update that are removed', BOTH, other)
      const update = await addUpdate(scenario, answered, by, scenario.part('update', 'that is removed', BEFORE))
      const content = scenario.part('answer', 'that is removed', BEFORE)
      await scenario.asAdmin('POST', `/api/reviews/${answered}/answer`, { content, from: 'site' })
      return async () => {
        await scenario.asAdmin('DELETE', `/api/reviews/${hidden}?reason=spam&note=${scenario.secret('reason for hiding a review')}`)
        await scenario.restore(trashId)
        await scenario.asAdmin('POST', `/api/admin/waiting-reviews/${approved}/approve`)
        await scenario.asAdmin('POST', `/api/admin/waiting-reviews/${rejected}/reject`, { reason: 'spam' })
        await scenario.asAdmin('DELETE', `/api/reviews/${answered}/answer`)
        await scenario.must('DELETE', `/api/reviews/${answered}/updates/${update}`, by)
      }
    },
  },
  {
    title: 'an expert article, which has no state',
    covers: ['expert_articles.published_at'],
    async make(scenario) {
      await scenario.expertArticle('visible')
      return async () => undefined
    },
  },
]
