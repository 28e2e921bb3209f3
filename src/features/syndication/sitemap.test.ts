// Daily on PostgreSQL too: the latest of several times is computed in SQL.
import { TOOL_NAMES } from '#features/tools/catalogue/tool.policy.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { changeProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { readXml, type XmlElement } from '#tests/support/xml.ts'
import { nonEmpty } from '#tests/support/non-empty.ts'
import { MAX_URLS_PER_FILE } from './sitemap.queries.ts'

const ORIGIN = 'https://green-street.example'
const HEADERS = { host: 'green-street.example', 'x-forwarded-proto': 'https' }
const MINUTE_MS = 60_000

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite({ settings: { name: 'Green Street' } })
  admin = await makeUser(site.ctx, { isAdmin: true })
  // Makes one item of each kind in another category.
  await Promise.all([
    makeArticle(site.ctx, { categoryId: 5 }),
    makeProduct(site.ctx, { categoryId: 5 }),
    makeTopic(site.ctx, { categoryId: 5 }),
  ])
})
afterAll(() => site.close())

const get = (url: string) => site.app.inject({ url, headers: HEADERS })
async function readSitemap(url: string): Promise<XmlElement> {
  const { statusCode, body } = await get(url)
  expect(statusCode, url).toBe(200)
  return readXml(body)
}
const listUrls = async (url: string) => (await readSitemap(url)).all('loc').map(({ text }) => text)
const findLastModified = async (kind: string, path: string) => {
  const url = (await readSitemap(`/sitemaps/${kind}-1.xml`)).all('url').find((candidate) => candidate.own('loc')[0]?.text === ORIGIN + path)
  return url && (url.own('lastmod')[0]?.text ?? 'no time')
}
describe('the sitemap', () => {
  test('has an index of files by kind, with absolute URLs', async () => {
    const index = await readSitemap('/sitemap.xml')
    expect(index).toMatchObject({ name: 'sitemapindex', uri: 'http://www.sitemaps.org/schemas/sitemap/0.9' })
    const files = index.all('loc').map(({ text }) => text)
    expect(files).toEqual(
      ['pages', 'categories', 'articles', 'topics', 'products', 'figures'].map((kind) => `${ORIGIN}/sitemaps/${kind}-1.xml`),
    )
    for (const { text } of nonEmpty(index.all('lastmod'))) expect(text).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(await listUrls('/sitemaps/pages-1.xml')).toEqual(
      [
        '/',
        '/articles',
        '/forum',
        '/products',
        '/compare',
        '/today',
        '/tools',
        '/about',
        '/moderation',
        '/newsletter',
        ...TOOL_NAMES.map((name) => `/tools/${name}`),
      ].map((path) => ORIGIN + path),
    )
  })

  test('leaves out example products, on a site without demo content too', async () => {
    const [example, real] = [await makeProduct(site.ctx), await makeProduct(site.ctx)]
    await site.call(admin, changeProductEndpoint, { params: { id: example.id }, body: { isDemo: true } })
    const urls = await listUrls('/sitemaps/products-1.xml')
    expect(urls).toContain(`${ORIGIN}/products/${real.slug}`)
    expect(urls).not.toContain(`${ORIGIN}/products/${example.slug}`)
  })

  test('has the time of the last change to each page', async () => {
    const publishedAt = '2026-02-03T04:05:06.000Z'
    const article = await makeArticle(site.ctx, { publishedAt })
    expect(await findLastModified('articles', `/articles/${article.slug}`)).toBe(publishedAt)

    const product = await makeProduct(site.ctx)
    await site.ctx.db.updateTable('products').set({ created_at: publishedAt }).where('id', '=', product.id).execute()
    site.caches.invalidate(site.ctx.site.id, ['products'])
    const path = `/products/${product.slug}`
    expect(await findLastModified('products', path)).toBe(publishedAt)
    await site.call(admin, changeProductEndpoint, { params: { id: product.id }, body: { price: '£250' } })
    const changedAt = (await findLastModified('products', path)) ?? ''
    expect(Date.now() - Date.parse(changedAt)).toBeLessThan(MINUTE_MS)
    await site.call(null, postReviewEndpoint, { body: { productId: product.id, rating: 4, title: 'Good', content: 'Two winters.' } })
    expect(((await findLastModified('products', path)) ?? '') > changedAt).toBe(true)

    const topic = await makeTopic(site.ctx, { createdAt: publishedAt })
    expect(await findLastModified('topics', `/forum/${topic}`)).toBe(publishedAt)
    const { id } = (await site.call(null, postReplyEndpoint, { body: { forumId: topic, content: 'Yes.' } })).body
    expect(id).toBeGreaterThan(0)
    expect(Date.now() - Date.parse((await findLastModified('topics', `/forum/${topic}`)) ?? '')).toBeLessThan(MINUTE_MS)
  })

  test('lists members with reputation, but not the guest account and closed accounts', async () => {
    const [active, inactive, closed] = await Promise.all([makeUser(site.ctx), makeUser(site.ctx), makeUser(site.ctx)])
    const giveReputation = (ids: number[]) =>
      site.ctx.db.updateTable('users').set({ reputation_points: 30 }).where('id', 'in', ids).execute()
    await giveReputation([active.id, closed.id, 1])
    await site.ctx.db.updateTable('users').set({ deleted_at: new Date().toISOString() }).where('id', '=', closed.id).execute()
    site.caches.invalidate(site.ctx.site.id, ['users'])
    const members = await listUrls('/sitemaps/members-1.xml')
    const isListed = (id: number) => members.includes(`${ORIGIN}/user/${id}`)
    expect(isListed(active.id)).toBe(true)
    for (const id of [inactive.id, closed.id, 1]) expect(isListed(id)).toBe(false)
  })

  test('is split into files by id, and unknown files return 404', async () => {
    const distantId = MAX_URLS_PER_FILE * 3 + 7
    await site.ctx.db
      .updateTable('topics')
      .set({ id: distantId })
      .where('id', '=', await makeTopic(site.ctx))
      .execute()
    site.caches.invalidate(site.ctx.site.id, ['topics'])
    expect((await listUrls('/sitemap.xml')).filter((file) => file.includes('topics'))).toEqual(
      ['topics-1', 'topics-4'].map((file) => `${ORIGIN}/sitemaps/${file}.xml`),
    )
    expect(await listUrls('/sitemaps/topics-4.xml')).toEqual([`${ORIGIN}/forum/${distantId}`])
    expect(await listUrls('/sitemaps/topics-1.xml')).not.toContain(`${ORIGIN}/forum/${distantId}`)
    for (const name of ['topics-2', 'topics-0', 'topics-99999999', 'pages-2', 'secrets-1', 'topics-1.xml%2F..', 'users-1'])
      expect((await get(`/sitemaps/${name}.xml`)).statusCode, name).toBe(404)
  })

  test('is named in robots.txt, which disallows the back-office and account pages', async () => {
    const { body, headers } = await get('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`)
    expect(body.split('\n')).toEqual(
      expect.arrayContaining(['User-agent: *', 'Disallow: /admin', 'Disallow: /reset-password', 'Disallow: /claim']),
    )
    expect((await site.app.inject({ url: '/robots.txt', headers: { host: 'blue.example' } })).body).toContain(
      'Sitemap: http://blue.example/',
    )
  })
})
