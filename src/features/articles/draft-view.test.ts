/** Tests drafts at their public URL, where only administrators see them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSignedIn, type TestAccount } from '#features/accounts/account.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { changeArticleEndpoint, createArticleEndpoint, type ArticleDraft } from './editing/article-editing.contract.ts'
import { articlesOfCategoryEndpoint, featuredArticlesEndpoint, getArticleEndpoint, listArticlesEndpoint } from './article.contract.ts'
import { makeArticle } from './article.factory.ts'

let site: TestSite
let admin: TestAccount
let member: TestAccount
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Editor', true)
  member = await makeSignedIn(site, 'Reader')
  await makeArticle(site.ctx, { slug: 'for-all' })
})
afterAll(() => site.close())

const createArticle = async (overrides: object): Promise<ArticleDraft> => {
  const body = {
    title: `Wayfarer ${crypto.randomUUID()}`,
    content: 'With **bold** words.',
    authorName: 'Ada',
    categoryId: 2,
    rating: 5,
    ...overrides,
  }
  return (await admin.call(createArticleEndpoint, { body })).body
}
const changeArticle = (id: number, body: object) => admin.call(changeArticleEndpoint, { params: { id }, body })
const getArticle = (slug: string, cookie = '', headers: object = {}) =>
  site.call(null, getArticleEndpoint, { params: { slug } }, { 'user-agent': 'Mozilla/5.0', ...(cookie && { cookie }), ...headers })
const getTimeInAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('for administrators', () => {
  test('returns unpublished articles to administrators, marked as such', async () => {
    const draft = await createArticle({ status: 'draft' })
    const { status, body } = await getArticle(draft.slug, admin.cookie)
    expect(status).toBe(200)
    expect(body).toMatchObject({ unpublished: 'draft', publishedAt: null })
    expect(body.contentHtml).toContain('<strong>bold</strong>')
    const scheduled = await createArticle({ status: 'scheduled', publishedAt: getTimeInAnHour() })
    expect((await getArticle(scheduled.slug, admin.cookie)).body.unpublished).toBe('scheduled')
    expect((await getArticle('for-all', admin.cookie)).body).not.toHaveProperty('unpublished')
  })

  test('finds drafts by former slugs, for administrators only', async () => {
    const draft = await createArticle({ status: 'draft' })
    await changeArticle(draft.id, { slug: 'the-later-one' })
    expect((await getArticle(draft.slug, admin.cookie)).body.slug).toBe('the-later-one')
    const visitorResponse = await getArticle(draft.slug)
    expect(visitorResponse.status).toBe(404)
    expect(visitorResponse.headers['content-location']).toBeUndefined()
  })

  test('does not count views of drafts', async () => {
    const draft = await createArticle({ status: 'draft' })
    const published = await createArticle({})
    for (const { slug } of [draft, published]) await getArticle(slug, admin.cookie)
    await site.visits.flush()
    const getViews = async (slug: string) =>
      (await site.ctx.db.selectFrom('articles').select('views').where('slug', '=', slug).executeTakeFirstOrThrow()).views
    expect(await getViews(draft.slug)).toBe(0)
    expect(await getViews(published.slug)).toBe(1)
  })
})

describe('for everyone else', () => {
  test('SEC-05 drafts return 404 to visitors, members and forged cookies, before and after an administrator’s request', async () => {
    const draft = await createArticle({ status: 'draft' })
    for (const round of [1, 2]) {
      for (const cookie of ['', member.cookie, 'isAdmin=true', 'session=forged', 'fresh=1'])
        expect((await getArticle(draft.slug, cookie)).status, `round ${round}, ${cookie}`).toBe(404)
      expect((await getArticle(draft.slug, admin.cookie)).status).toBe(200)
    }
  })

  test('drafts return 404 to administrators without the required second factor', async () => {
    const draft = await createArticle({ status: 'draft' })
    site.ctx.site.settings.adminSecondFactor = true
    expect((await getArticle(draft.slug, admin.cookie)).status).toBe(404)
    site.ctx.site.settings.adminSecondFactor = false
    expect((await getArticle(draft.slug, admin.cookie)).status).toBe(200)
  })

  test('draft responses are cached neither on the server nor by proxies', async () => {
    const draft = await createArticle({ status: 'draft' })
    const entries = site.cache.size.entries
    const { headers } = await getArticle(draft.slug, admin.cookie)
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' })
    expect(site.cache.size.entries).toBe(entries)
    const revalidated = await getArticle(draft.slug, admin.cookie, { 'if-none-match': String(headers['etag']) })
    expect(revalidated.status).toBe(304)
    expect(revalidated.headers['cache-control']).toBe('private, no-cache')
    expect((await getArticle(draft.slug, '', { 'if-none-match': String(headers['etag']) })).status).toBe(404)

    await changeArticle(draft.id, { status: 'published' })
    const published = await getArticle(draft.slug)
    expect(published.status).toBe(200)
    expect(published.headers['cache-control']).toBe('no-cache')
    expect(published.body.unpublished).toBeUndefined()
    await changeArticle(draft.id, { status: 'draft' })
    expect((await getArticle(draft.slug)).status).toBe(404)
  })

  test('lists, feeds, sitemaps and share pictures omit drafts, even for administrators', async () => {
    const word = `Heronsgate-${crypto.randomUUID().slice(0, 8)}`
    const draft = await createArticle({ title: word, slug: `unseen-${word.toLowerCase()}`, status: 'draft' })
    await getArticle(draft.slug, admin.cookie)
    const visible = await createArticle({ title: `${word} open` })
    for (const cookie of ['', admin.cookie]) {
      const lists = [
        site.call(null, listArticlesEndpoint, { query: { search: word } }, { cookie }),
        site.call(null, featuredArticlesEndpoint, {}, { cookie }),
        site.call(null, articlesOfCategoryEndpoint, { params: { categoryId: 2 } }, { cookie }),
      ]
      for (const { body } of await Promise.all(lists)) {
        const slugs = body.map(({ slug }: { slug: string }) => slug)
        expect(slugs).toContain(visible.slug)
        expect(slugs).not.toContain(draft.slug)
      }
      for (const url of ['/feed.xml', '/feed.atom', '/feed.json', '/sitemaps/articles-1.xml']) {
        const response = await site.app.inject({ url, headers: { cookie } })
        expect(response.statusCode, url).toBe(200)
        expect(response.body, url).toContain(visible.slug)
        expect(response.body, url).not.toContain(draft.slug)
      }
      const picture = await site.app.inject({ url: `/share/article/${draft.slug}.png`, headers: { cookie } })
      expect(picture.statusCode).toBe(404)
    }
  })
})
