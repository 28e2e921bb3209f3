import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import {
  changeArticleEndpoint,
  createArticleEndpoint,
  deleteArticleEndpoint,
  getArticleDraftEndpoint,
  listArticleDraftsEndpoint,
  previewArticleEndpoint,
} from './article-editing.contract.ts'
import { getArticleEndpoint, listArticlesEndpoint } from '#features/articles/article.contract.ts'
import { articleForm, makeArticle } from '#features/articles/article.factory.ts'

let site: TestSite
let admin: Viewer
let member: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  member = await makeUser(site.ctx)
})
afterAll(() => site.close())

const createArticle = (body: object, viewer: Viewer | null = admin) => site.call(viewer, createArticleEndpoint, { body })
const changeArticle = (id: number, body: object) => site.call(admin, changeArticleEndpoint, { params: { id }, body })
const deleteArticle = (id: number) => site.call(admin, deleteArticleEndpoint, { params: { id }, body: {} })
const getArticle = (slug: string) => site.call(null, getArticleEndpoint, { params: { slug } })
const listSlugs = (body: { slug: string }[]) => body.map(({ slug }) => slug)
const listDraftSlugs = async (query: object) => listSlugs((await site.call(admin, listArticleDraftsEndpoint, { query })).body)
const getIsoTimeMinutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const findLastEntry = (id: number) => lastEntryOf(site.ctx, 'article', id)

describe('editing articles', () => {
  test('API-ART-05 ADM-ART-20 creates an article, with defaults for absent fields', async () => {
    const form = articleForm({
      slug: 'by-hand',
      featuredImage: 'https://example.org/x.jpg',
      imageAlt: 'A roof',
      rating: 4,
      publishedAt: getIsoTimeMinutesFromNow(-60),
    })
    const { status, body } = await createArticle(form)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...form, status: 'published', ownAuthorName: 'Ada Green', categoryName: 'Solar Panels', authorId: null })
    expect((await getArticle('by-hand')).body.contentHtml).toContain('<strong>bold</strong>')
    const { body: minimal } = await createArticle(articleForm())
    expect(minimal).toMatchObject({ rating: 0, status: 'published', featuredImage: null })
    expect(Date.now() - Date.parse(minimal.publishedAt)).toBeLessThan(60_000)
    const entry = await findLastEntry(body.id)
    expect(entry).toMatchObject({ action: 'article.create', user_id: admin.id })
    expect(JSON.parse(entry.after ?? '').slug).toBe('by-hand')
  })

  test('ADM-ART-17 generates a free slug from the title, skipping reserved and former slugs', async () => {
    const slugs: string[] = []
    for (let n = 0; n < 3; n++) slugs.push((await createArticle(articleForm({ title: 'EV Chargers: A Guide!' }))).body.slug)
    expect(slugs).toEqual(['ev-chargers-a-guide', 'ev-chargers-a-guide-2', 'ev-chargers-a-guide-3'])
    expect((await createArticle(articleForm({ title: 'Featured' }))).body.slug).toBe('featured-2')
    expect((await createArticle(articleForm({ title: '???' }))).body.slug).toBe('article')
    const { body } = await createArticle(articleForm({ title: 'Moved away' }))
    await changeArticle(body.id, { slug: 'somewhere-else' })
    expect((await createArticle(articleForm({ title: 'Moved away' }))).body.slug).toBe('moved-away-2')
    expect((await createArticle(articleForm({ title: 'x'.repeat(200) }))).body.slug).toBe('x'.repeat(110))
    const concurrentResponses = await Promise.all([1, 2, 3].map(() => createArticle(articleForm({ title: 'At once' }))))
    expect(concurrentResponses.map(({ body: article }) => article.slug).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'at-once',
      'at-once-2',
      'at-once-3',
    ])
  })

  test('API-ART-08 ADM-ART-19 stores an empty summary or image as null', async () => {
    const { body } = await createArticle(articleForm({ summary: '', featuredImage: '', imageAlt: ' ' }))
    expect(body).toMatchObject({ summary: null, featuredImage: null, imageAlt: null })
    const row = await site.ctx.db.selectFrom('articles').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ summary: null, featured_image: null })
    await changeArticle(body.id, { summary: 'Now there is one' })
    expect((await changeArticle(body.id, { summary: '' })).body.summary).toBeNull()
  })

  test('saving an article unchanged adds no audit entry', async () => {
    const { body: article } = await createArticle(articleForm({ featuredImage: 'https://example.org/x.jpg', imageAlt: 'A roof' }))
    const entryId = (await findLastEntry(article.id)).id
    expect((await changeArticle(article.id, { featuredImage: 'https://example.org/x.jpg' })).body.imageAlt).toBe('A roof')
    expect((await findLastEntry(article.id)).id).toBe(entryId)
  })

  test('a new picture without alternative text clears the old one', async () => {
    const { body: article } = await createArticle(articleForm({ featuredImage: 'https://example.org/x.jpg', imageAlt: 'A roof' }))
    const changeAndGetAlt = async (body: object) => (await changeArticle(article.id, body)).body.imageAlt
    expect(await changeAndGetAlt({ imageAlt: 'A red roof' })).toBe('A red roof')
    expect(await changeAndGetAlt({ featuredImage: 'https://example.org/y.jpg', imageAlt: 'A wall' })).toBe('A wall')
    expect(await changeAndGetAlt({ title: 'Another title' })).toBe('A wall')
    expect(await changeAndGetAlt({ featuredImage: 'https://example.org/z.jpg' })).toBeNull()
  })

  test('a submitted publication time stays unchanged by later edits, and publishing a draft is recorded once', async () => {
    const { body: article } = await createArticle(articleForm({ status: 'draft', title: 'In time' }))
    const publishedAt = getIsoTimeMinutesFromNow(-90)
    expect((await changeArticle(article.id, { publishedAt })).body.publishedAt).toBe(publishedAt)
    expect((await changeArticle(article.id, { title: 'In good time' })).body.publishedAt).toBe(publishedAt)
    expect((await findLastEntry(article.id)).action).toBe('article.edit')
    await changeArticle(article.id, { status: 'published' })
    expect((await findLastEntry(article.id)).action).toBe('article.publish')
    await changeArticle(article.id, { title: 'In very good time' })
    expect((await findLastEntry(article.id)).action).toBe('article.edit')
  })

  test('changing an unknown article returns 404', async () => {
    expect((await changeArticle(999_999, { title: 'Unknown' })).status).toBe(404)
  })

  test('API-ART-06 changes only the submitted fields, and updates the search text', async () => {
    const { id: authorId } = await site.ctx.db
      .insertInto('experts')
      .values({ slug: 'ada', name: 'Ada Expert', title: 'Engineer', avatar_url: '/a.svg', interest: 'x', bio: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { body: article } = await createArticle(articleForm({ authorId, title: 'Axolotl heating' }))
    const fields = {
      title: 'Pangolin heating',
      rating: 5,
      categoryId: 3,
      authorName: 'Bo',
      content: 'New words.',
      slug: 'pangolin',
      summary: 'S',
    }
    const { status, body } = await changeArticle(article.id, fields)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...article,
      ...fields,
      ownAuthorName: 'Bo',
      snippet: 'S',
      categoryName: 'Battery Storage',
      categorySlug: 'battery-storage',
      changedAt: expect.any(String),
      version: article.version + 1,
    })
    expect(body.authorId).toBe(authorId)
    const searchSlugs = async (search: string) => listSlugs((await site.call(null, listArticlesEndpoint, { query: { search } })).body)
    expect(await searchSlugs('axolotl')).toEqual([])
    expect(await searchSlugs('pangolin')).toEqual(['pangolin'])
    const entry = await findLastEntry(article.id)
    expect(entry.action).toBe('article.edit')
    expect(JSON.parse(entry.before ?? '').title).toBe('Axolotl heating')
    expect(JSON.parse(entry.after ?? '').title).toBe('Pangolin heating')
    expect(JSON.parse(entry.after ?? '')).not.toHaveProperty('authorId')
  })

  test('the date of the last check is public, can be cleared and cannot be in the future', async () => {
    const { body } = await createArticle(articleForm({ checkedOn: '2026-11-02' }))
    expect((await getArticle(body.slug)).body.checkedOn).toBe('2026-11-02')
    await changeArticle(body.id, { title: 'Another title' })
    expect((await getArticle(body.slug)).body.checkedOn).toBe('2026-11-02')
    await changeArticle(body.id, { checkedOn: null })
    expect((await getArticle(body.slug)).body.checkedOn).toBeNull()
    for (const [checkedOn, message] of [
      ['2999-01-01', 'This day is still to come'],
      ['2 November', 'Must be a date'],
    ])
      expect((await changeArticle(body.id, { checkedOn })).body.errors).toEqual([{ path: 'checkedOn', message }])
  })

  test('a former slug finds the article until another article takes it, or the article becomes a draft', async () => {
    const { body: article } = await createArticle(articleForm({ slug: 'first-home' }))
    await changeArticle(article.id, { slug: 'second-home' })
    const movedResponse = await getArticle('first-home')
    expect(movedResponse.status).toBe(200)
    expect(movedResponse.body.slug).toBe('second-home')
    expect(movedResponse.headers['content-location']).toBe('/api/articles/second-home')
    await createArticle(articleForm({ slug: 'first-home', title: 'Another' }))
    expect((await getArticle('first-home')).body.title).toBe('Another')
    await changeArticle(article.id, { slug: 'third-home' })
    await changeArticle(article.id, { status: 'draft' })
    expect((await getArticle('second-home')).status).toBe(404)
  })

  test('the admin list includes all statuses, newest first, and can be narrowed by search term, status and category', async () => {
    const articles = { b: ['draft', 2, 'Wolverine b'], a: ['published', 5, 'Wolverine a'], c: ['scheduled', 0, 'Wolverine c'] } as const
    for (const [slug, [status, rating, title]] of Object.entries(articles))
      await createArticle(
        articleForm({
          slug: `w-${slug}`,
          title,
          status,
          rating,
          categoryId: 4,
          ...(status === 'scheduled' ? { publishedAt: getIsoTimeMinutesFromNow(99) } : {}),
        }),
      )
    const search = 'wolverine'
    expect(await listDraftSlugs({ search })).toEqual(['w-c', 'w-a', 'w-b'])
    expect(await listDraftSlugs({ search, status: 'draft' })).toEqual(['w-b'])
    expect(await listDraftSlugs({ search, category: 'home-efficiency', status: 'scheduled' })).toEqual(['w-c'])
    expect(await listDraftSlugs({ search, category: 'solar-panels' })).toEqual([])
    const { body, headers } = await site.call(admin, listArticleDraftsEndpoint, { query: { category: 'home-efficiency', perPage: 1 } })
    expect(body).toMatchObject([{ content: '' }])
    expect(headers['x-total-count']).toBe('3')
  })

  test('the preview renders sanitised HTML', async () => {
    const { status, body } = await site.call(admin, previewArticleEndpoint, {
      body: { content: '# Title\n\n<script>x</script> [a](javascript:x) **b**' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ words: 4, minutes: 1 })
    expect(body.html).toContain('<h2>Title</h2>')
    expect(body.html).toContain('<strong>b</strong>')
    expect(body.html).not.toMatch(/<script|href="javascript/)
  })

  test('the preview returns text beyond the parser’s limits unrendered, and is rate-limited', async () => {
    const { status, body } = await site.call(admin, previewArticleEndpoint, { body: { content: `${'> '.repeat(50)}<b>deep</b>` } })
    expect(status).toBe(200)
    expect(body.isPlain).toBe(true)
    expect(body.html).toMatch(/&lt;b&gt;deep&lt;\/b&gt;<\/p>\n$/)
    const headers = { 'x-forwarded-for': '10.77.1.1' }
    const statuses = []
    for (let n = 0; n < 61; n++) statuses.push((await site.call(admin, previewArticleEndpoint, { body: { content: 'x' } }, headers)).status)
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
  })

  test('accepts content of almost the maximum length', async () => {
    const content = 'ä'.repeat(199_999)
    const { status, body } = await createArticle(articleForm({ content }))
    expect(status).toBe(201)
    expect(body.content).toHaveLength(199_999)
    await deleteArticle(body.id)
  })
})

describe('rejects invalid input', () => {
  test.each([
    ['title', '  ', 'Title is required'],
    ['content', '  ', 'Content is required'],
    ['authorName', '', 'Author name is required'],
    ['categoryId', undefined, 'Please select a category'],
    ['categoryId', 77, 'No such category.'],
    ['authorId', 4242, 'No such expert.'],
    ['slug', 'Not This', 'Slug must contain only lowercase letters, numbers, and hyphens'],
    ['slug', 'preview', 'This slug is reserved'],
    ['featuredImage', 'javascript:alert(1)', 'Must be a valid URL'],
    ['publishedAt', 'tomorrow', 'Must be a date and time'],
    ['content', 'x'.repeat(200_001), 'Content must be at most 200,000 characters'],
  ])('creating an article returns 400 for %s %.20j', async (path, value, message) => {
    const { status, body } = await createArticle(articleForm({ [path]: value }))
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path, message }])
  })

  test.each([6, -1, 2.5])('creating an article returns 400 for a rating of %j', async (rating) => {
    expect((await createArticle(articleForm({ rating }))).body.errors[0].path).toBe('rating')
  })

  test('creating and changing an article return 409 with a field error for a taken slug', async () => {
    await createArticle(articleForm({ slug: 'taken' }))
    const { body: otherArticle } = await createArticle(articleForm())
    for (const response of [await createArticle(articleForm({ slug: 'taken' })), await changeArticle(otherArticle.id, { slug: 'taken' })]) {
      expect(response.status).toBe(409)
      expect(response.body.code).toBe('article.slug_taken')
      expect(response.body.errors).toEqual([{ path: 'slug', message: 'Another article already has this slug' }])
    }
  })

  test('changing and getting an article return 404 for unknown ids', async () => {
    expect((await changeArticle(424242, { title: 'Unknown' })).body.code).toBe('article.not_found')
    expect((await site.call(admin, getArticleDraftEndpoint, { params: { id: 424242 } })).status).toBe(404)
  })
})

describe('rejects unauthorised callers', () => {
  test.each([['guests', 401] as const, ['members', 403] as const])('%s get %d from every endpoint', async (role, status) => {
    const viewer = role === 'guests' ? null : member
    const { id, slug, title } = await makeArticle(site.ctx)
    const params = { id }
    const responses = [
      await createArticle(articleForm(), viewer),
      await site.call(viewer, changeArticleEndpoint, { params, body: { title: 'Mine now' } }),
      await site.call(viewer, deleteArticleEndpoint, { params, body: {} }),
      await site.call(viewer, getArticleDraftEndpoint, { params }),
      await site.call(viewer, listArticleDraftsEndpoint),
      await site.call(viewer, previewArticleEndpoint, { body: { content: 'x' } }),
    ]
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => status))
    expect((await getArticle(slug)).body.title).toBe(title)
  })
})
