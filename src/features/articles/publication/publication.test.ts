import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCategoryEndpoint } from '#features/categories/category.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import {
  changeArticleEndpoint,
  createArticleEndpoint,
  deleteArticleEndpoint,
  getArticleDraftEndpoint,
} from '#features/articles/editing/article-editing.contract.ts'
import { publishScheduledArticles } from '#features/articles/editing/article-editing.service.ts'
import {
  articlesOfCategoryEndpoint,
  featuredArticlesEndpoint,
  getArticleEndpoint,
  listArticlesEndpoint,
} from '#features/articles/article.contract.ts'
import { articleForm } from '#features/articles/article.factory.ts'
import { publicationDate } from './publication.policy.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const createArticle = (body: object) => site.call(admin, createArticleEndpoint, { body })
const changeArticle = (id: number, body: object) => site.call(admin, changeArticleEndpoint, { params: { id }, body })
const deleteArticle = (id: number) => site.call(admin, deleteArticleEndpoint, { params: { id }, body: {} })
const getArticle = (slug: string) => site.call(null, getArticleEndpoint, { params: { slug } })
const getDraft = async (id: number) => (await site.call(admin, getArticleDraftEndpoint, { params: { id } })).body
const listSlugs = (body: { slug: string }[]) => body.map(({ slug }) => slug)
const getTimeInMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const findLastEntry = (id: number) => lastEntryOf(site.ctx, 'article', id)

/** Returns whether visitors see an article in each list, on its page and in the category's count. */
async function getVisibility(slug: string, search: string) {
  const lists = await Promise.all([
    site.call(null, listArticlesEndpoint, { query: {} }),
    site.call(null, listArticlesEndpoint, { query: { search } }),
    site.call(null, listArticlesEndpoint, { query: { search: search.slice(0, 2) } }),
    site.call(null, listArticlesEndpoint, { query: { category: 'green-living' } }),
    site.call(null, articlesOfCategoryEndpoint, { params: { categoryId: 5 } }),
    site.call(null, featuredArticlesEndpoint),
  ])
  const { body } = await site.call(null, getCategoryEndpoint, { params: { slugOrId: '5' } })
  return [...lists.map((list) => listSlugs(list.body).includes(slug)), (await getArticle(slug)).status === 200, body.articleCount === 1]
}

describe('publication', () => {
  test('an article with a future date and no status is scheduled and not public', async () => {
    const { status: _none, ...form } = articleForm({
      title: 'Ocelot outlook',
      categoryId: 5,
      rating: 5,
      publishedAt: getTimeInMinutes(60),
    }) as Record<string, unknown>
    const { body: article } = await createArticle(form)
    expect(article.status).toBe('scheduled')
    expect(await getVisibility(article.slug, 'ocelot')).toEqual(Array(8).fill(false))
    const { body: past } = await createArticle({
      ...form,
      title: 'Ocelot opinions',
      slug: 'ocelot-opinions',
      publishedAt: getTimeInMinutes(-60),
    })
    expect(past.status).toBe('published')
    await deleteArticle(article.id)
    await deleteArticle(past.id)
  })
  test('drafts are not public until they are published', async () => {
    const { body: article } = await createArticle(articleForm({ title: 'Narwhal notes', status: 'draft', categoryId: 5, rating: 5 }))
    expect(article).toMatchObject({ status: 'draft', publishedAt: null })
    expect(await getVisibility(article.slug, 'narwhal')).toEqual(Array(8).fill(false))
    expect((await getDraft(article.id)).content).toContain('Begin')
    const { body } = await changeArticle(article.id, { status: 'published' })
    expect(Date.now() - Date.parse(body.publishedAt)).toBeLessThan(60_000)
    expect(await getVisibility(article.slug, 'narwhal')).toEqual(Array(8).fill(true))
    expect((await findLastEntry(article.id)).action).toBe('article.publish')
    await changeArticle(article.id, { status: 'draft' })
    expect(await getVisibility(article.slug, 'narwhal')).toEqual(Array(8).fill(false))
    expect((await changeArticle(article.id, { status: 'published' })).body.publishedAt).toBe(body.publishedAt)
    await deleteArticle(article.id)
  })

  test('a scheduled article is published when due, and cached responses are invalidated', async () => {
    const publishedAt = getTimeInMinutes(10)
    const { body: article } = await createArticle(
      articleForm({ title: 'Tapir tariffs', status: 'scheduled', publishedAt, categoryId: 5, rating: 4 }),
    )
    expect(article).toMatchObject({ status: 'scheduled', publishedAt })
    await publishScheduledArticles(site.ctx)
    expect(await getVisibility(article.slug, 'tapir')).toEqual(Array(8).fill(false))
    expect((await changeArticle(article.id, { title: 'Tapir tariffs' })).status).toBe(200)
    const dependencies = createDependencies()
    await trackDependencies(dependencies, () => publishScheduledArticles(site.ctx, Date.now() + 11 * 60_000))
    site.caches.invalidate(site.ctx.site.id, dependencies.writes)
    expect(await getVisibility(article.slug, 'tapir')).toEqual(Array(8).fill(true))
    expect(await findLastEntry(article.id)).toMatchObject({ action: 'article.publish', user_id: null })
    const { body: scheduled } = await createArticle(articleForm({ status: 'scheduled', publishedAt }))
    const { body: published } = await changeArticle(scheduled.id, { status: 'published' })
    expect(Date.parse(published.publishedAt)).toBeLessThanOrEqual(Date.now())
  })

  test('scheduled publication increments the version, so that a stale edit is rejected', async () => {
    const publishedAt = getTimeInMinutes(10)
    const { body: article } = await createArticle(articleForm({ title: 'Okapi options', status: 'scheduled', publishedAt }))
    await publishScheduledArticles(site.ctx, Date.now() + 11 * 60_000)
    const stored = await getDraft(article.id)
    expect(stored).toMatchObject({ status: 'published', version: article.version + 1 })
    const staleResponse = await changeArticle(article.id, { title: 'Okapi opinions', status: 'scheduled', version: article.version })
    expect(staleResponse.status).toBe(409)
    expect(staleResponse.body).toMatchObject({ code: 'version.stale', current: { status: 'published', version: stored.version } })
    expect((await getDraft(article.id)).status).toBe('published')
    await deleteArticle(article.id)
  })

  test('API-ART-07 deletes an article from lists and its page, and keeps the content in the audit log', async () => {
    const { body: article } = await createArticle(articleForm({ title: 'Dodo dossier', categoryId: 5, rating: 5 }))
    await changeArticle(article.id, { slug: 'dodo' })
    expect(await getVisibility('dodo', 'dodo')).toContain(true)
    expect((await deleteArticle(article.id)).body).toEqual({ ok: true })
    for (const slug of ['dodo', article.slug]) expect((await getArticle(slug)).status).toBe(410)
    expect((await getVisibility('dodo', 'dodo')).slice(0, 7)).toEqual(Array(7).fill(false))
    const entry = await findLastEntry(article.id)
    expect(entry.action).toBe('article.delete')
    expect(JSON.parse(entry.before ?? '').content).toBe(articleForm().content)
    expect((await deleteArticle(article.id)).body.code).toBe('article.not_found')
  })
})

describe('rejects invalid input', () => {
  test('creating and changing return 400 for a scheduled article without a future date', async () => {
    const errors = [{ path: 'publishedAt', message: 'A scheduled article needs a date and time in the future' }]
    for (const publishedAt of [undefined, null, getTimeInMinutes(-1)])
      expect((await createArticle(articleForm({ status: 'scheduled', publishedAt }))).body.errors).toEqual(errors)
    const { body } = await createArticle(articleForm())
    const response = await changeArticle(body.id, { status: 'scheduled' })
    expect(response.status).toBe(400)
    expect(response.body.errors).toEqual(errors)
  })
})

test('publicationDate depends on status, previous state and submitted date', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z')
  const [past, future] = ['2026-11-01T09:00:00.000Z', '2026-12-01T09:00:00.000Z']
  const today = new Date(now).toISOString()
  const toState = (status: 'draft' | 'scheduled' | 'published', publishedAt: string | null) => ({ status, publishedAt })
  expect(publicationDate(toState('draft', null), undefined, true, now)).toBeNull()
  expect(publicationDate(toState('draft', future), toState('scheduled', future), false, now)).toBe(future)
  expect(publicationDate(toState('scheduled', '2026-12-01T10:00:00+01:00'), undefined, true, now)).toBe(future)
  expect(publicationDate(toState('scheduled', past), toState('draft', past), false, now)).toBeUndefined()
  // A scheduled article that is due but not yet published by the job can still be saved.
  expect(publicationDate(toState('scheduled', past), toState('scheduled', past), true, now)).toBe(past)
  expect(publicationDate(toState('published', past), toState('draft', past), false, now)).toBe(past)
  expect(publicationDate(toState('published', future), toState('scheduled', future), false, now)).toBe(today)
  // A submitted date is used, even if it is in the future.
  expect(publicationDate(toState('published', future), undefined, true, now)).toBe(future)
  expect(publicationDate(toState('published', future), toState('draft', null), true, now)).toBe(future)
  expect(publicationDate(toState('published', null), toState('published', past), true, now)).toBe(past)
  expect(publicationDate(toState('published', null), undefined, true, now)).toBe(today)
})
