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

const create = (body: object) => site.call(admin, createArticleEndpoint, { body })
const change = (id: number, body: object) => site.call(admin, changeArticleEndpoint, { params: { id }, body })
const remove = (id: number) => site.call(admin, deleteArticleEndpoint, { params: { id }, body: {} })
const read = (slug: string) => site.call(null, getArticleEndpoint, { params: { slug } })
const draft = async (id: number) => (await site.call(admin, getArticleDraftEndpoint, { params: { id } })).body
const slugsOf = (body: { slug: string }[]) => body.map(({ slug }) => slug)
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const lastEntry = (id: number) => lastEntryOf(site.ctx, 'article', id)

/** Whether visitors see an article in each list, on its page and in the category's count. */
async function visibilityOf(slug: string, search: string) {
  const lists = await Promise.all([
    site.call(null, listArticlesEndpoint, { query: {} }),
    site.call(null, listArticlesEndpoint, { query: { search } }),
    site.call(null, listArticlesEndpoint, { query: { search: search.slice(0, 2) } }),
    site.call(null, listArticlesEndpoint, { query: { category: 'green-living' } }),
    site.call(null, articlesOfCategoryEndpoint, { params: { categoryId: 5 } }),
    site.call(null, featuredArticlesEndpoint),
  ])
  const { body } = await site.call(null, getCategoryEndpoint, { params: { slugOrId: '5' } })
  return [...lists.map((list) => slugsOf(list.body).includes(slug)), (await read(slug)).status === 200, body.articleCount === 1]
}

describe('publication', () => {
  test('an article with a future date and no status is scheduled and not public', async () => {
    const { status: _none, ...form } = articleForm({
      title: 'Ocelot outlook',
      categoryId: 5,
      rating: 5,
      publishedAt: inMinutes(60),
    }) as Record<string, unknown>
    const { body: article } = await create(form)
    expect(article.status).toBe('scheduled')
    expect(await visibilityOf(article.slug, 'ocelot')).toEqual(Array(8).fill(false))
    const { body: past } = await create({ ...form, title: 'Ocelot opinions', slug: 'ocelot-opinions', publishedAt: inMinutes(-60) })
    expect(past.status).toBe('published')
    await remove(article.id)
    await remove(past.id)
  })
  test('drafts are not public until they are published', async () => {
    const { body: article } = await create(articleForm({ title: 'Narwhal notes', status: 'draft', categoryId: 5, rating: 5 }))
    expect(article).toMatchObject({ status: 'draft', publishedAt: null })
    expect(await visibilityOf(article.slug, 'narwhal')).toEqual(Array(8).fill(false))
    expect((await draft(article.id)).content).toContain('Begin')
    const { body } = await change(article.id, { status: 'published' })
    expect(Date.now() - Date.parse(body.publishedAt)).toBeLessThan(60_000)
    expect(await visibilityOf(article.slug, 'narwhal')).toEqual(Array(8).fill(true))
    expect((await lastEntry(article.id)).action).toBe('article.publish')
    await change(article.id, { status: 'draft' })
    expect(await visibilityOf(article.slug, 'narwhal')).toEqual(Array(8).fill(false))
    expect((await change(article.id, { status: 'published' })).body.publishedAt).toBe(body.publishedAt)
    await remove(article.id)
  })

  test('a scheduled article is published when due, and cached responses are invalidated', async () => {
    const publishedAt = inMinutes(10)
    const { body: article } = await create(
      articleForm({ title: 'Tapir tariffs', status: 'scheduled', publishedAt, categoryId: 5, rating: 4 }),
    )
    expect(article).toMatchObject({ status: 'scheduled', publishedAt })
    await publishScheduledArticles(site.ctx)
    expect(await visibilityOf(article.slug, 'tapir')).toEqual(Array(8).fill(false))
    expect((await change(article.id, { title: 'Tapir tariffs' })).status).toBe(200)
    const dependencies = createDependencies()
    await trackDependencies(dependencies, () => publishScheduledArticles(site.ctx, Date.now() + 11 * 60_000))
    site.caches.invalidate(site.ctx.site.id, dependencies.writes)
    expect(await visibilityOf(article.slug, 'tapir')).toEqual(Array(8).fill(true))
    expect(await lastEntry(article.id)).toMatchObject({ action: 'article.publish', user_id: null })
    const { body: scheduled } = await create(articleForm({ status: 'scheduled', publishedAt }))
    const { body: published } = await change(scheduled.id, { status: 'published' })
    expect(Date.parse(published.publishedAt)).toBeLessThanOrEqual(Date.now())
  })

  test('scheduled publication increments the version, so that a stale edit is rejected', async () => {
    const publishedAt = inMinutes(10)
    const { body: article } = await create(articleForm({ title: 'Okapi options', status: 'scheduled', publishedAt }))
    await publishScheduledArticles(site.ctx, Date.now() + 11 * 60_000)
    const stored = await draft(article.id)
    expect(stored).toMatchObject({ status: 'published', version: article.version + 1 })
    const stale = await change(article.id, { title: 'Okapi opinions', status: 'scheduled', version: article.version })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'version.stale', current: { status: 'published', version: stored.version } })
    expect((await draft(article.id)).status).toBe('published')
    await remove(article.id)
  })

  test('API-ART-07 deletes an article from lists and its page, and keeps the content in the audit log', async () => {
    const { body: article } = await create(articleForm({ title: 'Dodo dossier', categoryId: 5, rating: 5 }))
    await change(article.id, { slug: 'dodo' })
    expect(await visibilityOf('dodo', 'dodo')).toContain(true)
    expect((await remove(article.id)).body).toEqual({ ok: true })
    for (const slug of ['dodo', article.slug]) expect((await read(slug)).status).toBe(410)
    expect((await visibilityOf('dodo', 'dodo')).slice(0, 7)).toEqual(Array(7).fill(false))
    const entry = await lastEntry(article.id)
    expect(entry.action).toBe('article.delete')
    expect(JSON.parse(entry.before ?? '').content).toBe(articleForm().content)
    expect((await remove(article.id)).body.code).toBe('article.not_found')
  })
})

describe('rejects invalid input', () => {
  test('returns 400 for a scheduled article without a future date', async () => {
    const errors = [{ path: 'publishedAt', message: 'A scheduled article needs a date and time in the future' }]
    for (const publishedAt of [undefined, null, inMinutes(-1)])
      expect((await create(articleForm({ status: 'scheduled', publishedAt }))).body.errors).toEqual(errors)
    const { body } = await create(articleForm())
    const refused = await change(body.id, { status: 'scheduled' })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual(errors)
  })
})

test('publicationDate depends on status, previous state and given date', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z')
  const [past, future] = ['2026-11-01T09:00:00.000Z', '2026-12-01T09:00:00.000Z']
  const today = new Date(now).toISOString()
  const on = (status: 'draft' | 'scheduled' | 'published', publishedAt: string | null) => ({ status, publishedAt })
  expect(publicationDate(on('draft', null), undefined, true, now)).toBeNull()
  expect(publicationDate(on('draft', future), on('scheduled', future), false, now)).toBe(future)
  expect(publicationDate(on('scheduled', '2026-12-01T10:00:00+01:00'), undefined, true, now)).toBe(future)
  expect(publicationDate(on('scheduled', past), on('draft', past), false, now)).toBeUndefined()
  // Due, but not yet published by the job: it can still be saved.
  expect(publicationDate(on('scheduled', past), on('scheduled', past), true, now)).toBe(past)
  expect(publicationDate(on('published', past), on('draft', past), false, now)).toBe(past)
  expect(publicationDate(on('published', future), on('scheduled', future), false, now)).toBe(today)
  // An explicit date is used, even in the future.
  expect(publicationDate(on('published', future), undefined, true, now)).toBe(future)
  expect(publicationDate(on('published', future), on('draft', null), true, now)).toBe(future)
  expect(publicationDate(on('published', null), on('published', past), true, now)).toBe(past)
  expect(publicationDate(on('published', null), undefined, true, now)).toBe(today)
})
