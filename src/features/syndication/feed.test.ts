import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { changeArticleEndpoint, deleteArticleEndpoint } from '#features/articles/editing/article-editing.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { changeTopicEndpoint, deleteTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { readXml, type XmlElement } from '#tests/support/xml.ts'
import { nonEmpty } from '#tests/support/non-empty.ts'
import { escapeXml } from './xml.ts'

const ORIGIN = 'https://green-street.example'
const HEADERS = { host: 'green-street.example', 'x-forwarded-proto': 'https' }
const ATOM = 'http://www.w3.org/2005/Atom'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite({ settings: { name: 'Green & Street', tagline: '', description: 'For <everybody>.' } })
  admin = await makeUser(site.ctx, { isAdmin: true })
  // Makes one item of each kind in another category.
  await Promise.all([
    makeArticle(site.ctx, { categoryId: 5 }),
    makeProduct(site.ctx, { categoryId: 5 }),
    makeTopic(site.ctx, { categoryId: 5 }),
  ])
})
afterEach(() => void vi.useRealTimers())
afterAll(() => site.close())

const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers: { ...HEADERS, ...headers } })
async function readFeed(url: string): Promise<XmlElement> {
  const { statusCode, body } = await get(url)
  expect(statusCode, url).toBe(200)
  return readXml(body)
}

test('escapeXml removes disallowed characters only', () => {
  const text = 'a\u0000\u0007\uFFFE\uD83D \u{1F600}\t\n é'
  expect(readXml(`<a>${escapeXml(text)}</a>`).text).toBe('a \u{1F600}\t\n é')
  expect(() => readXml(`<a>${text}</a>`)).toThrow('disallowed character')
})

describe('feeds', () => {
  const publishedAt = '2026-11-20T10:00:00.000Z'
  const specialTitle = 'Heat & <light>: "both" \u0007\u{1F600} ]]>'
  let slug: string
  let topic: number
  beforeAll(async () => {
    const content = 'See [the other](/articles/other) and [below](#sums).\n\n![A roof](/art/roof.svg)\n\n`<a href="/x">`'
    ;({ slug } = await makeArticle(site.ctx, {
      title: specialTitle,
      content,
      publishedAt,
      categoryId: 2,
      authorName: 'Ada <Green>',
    }))
    topic = await makeTopic(site.ctx, {
      title: 'Which one?',
      categoryId: 2,
      createdAt: publishedAt,
      content: 'See https://a.example/x?a=1&b=2',
    })
    await site.call(null, postReplyEndpoint, { body: { forumId: topic, content: 'The **first** one.' } })
    site.caches.invalidate(site.ctx.site.id, ['articles', 'topics', 'replies'])
  })

  test('RSS 2.0 of the site has the required elements, absolute URLs and a self link', async () => {
    const { headers } = await get('/feed.xml')
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const rss = await readFeed('/feed.xml')
    const [channel] = rss.own('channel')
    expect(rss).toMatchObject({ name: 'rss', attributes: { version: '2.0' } })
    for (const name of ['title', 'description', 'language']) expect(channel?.own(name)[0]?.text, name).toBeDefined()
    const [self] = channel?.own('link').filter(({ uri }) => uri === ATOM) ?? []
    expect(self?.attributes).toMatchObject({ rel: 'self', href: `${ORIGIN}/feed.xml`, type: 'application/rss+xml' })
    const item = channel?.own('item').find((candidate) => candidate.own('link')[0]?.text === `${ORIGIN}/articles/${slug}`)
    expect(item?.own('title')[0]?.text).toBe('Heat & <light>: "both" \u{1F600} ]]>')
    expect(item?.own('pubDate')[0]?.text).toBe('Fri, 20 Nov 2026 10:00:00 GMT')
    expect(item?.own('creator')[0]?.text).toBe('Ada <Green>')
    expect(item?.own('guid')[0]).toMatchObject({
      attributes: { isPermaLink: 'false' },
      text: expect.stringMatching(/^tag:green-street\.example,2026:article\/\d+$/),
    })
    const html = item?.own('encoded')[0]?.text ?? ''
    expect(html).toContain(`href="${ORIGIN}/articles/other"`)
    expect(html).toContain(`href="${ORIGIN}/articles/${slug}#sums"`)
    expect(html).toContain(`src="${ORIGIN}/art/roof.svg"`)
    expect(html).toContain('href="/x"')
    const guids = channel?.all('guid').map(({ text }) => text) ?? []
    expect(new Set(guids).size).toBe(guids.length)
  })

  test('summaries are plain text, escaped twice for RSS readers that interpret HTML', async () => {
    const summary = 'Heat & <img src=x onerror=alert(1)> "light"'
    const { slug: summarySlug } = await makeArticle(site.ctx, { summary, categoryId: 2 })
    site.caches.invalidate(site.ctx.site.id, ['articles'])
    const item = (await readFeed('/feed.xml')).all('item').find((candidate) => candidate.own('link')[0]?.text.endsWith(`/${summarySlug}`))
    expect(item?.own('description')[0]?.text).toBe('Heat &amp; &lt;img src=x onerror=alert(1)&gt; &quot;light&quot;')
    const entry = (await readFeed('/feed.atom'))
      .all('entry')
      .find((candidate) => candidate.own('link')[0]?.attributes['href']?.endsWith(`/${summarySlug}`))
    expect(entry?.own('summary')[0]?.text).toBe(summary)
    expect(entry?.own('summary')[0]?.attributes['type']).toBeUndefined()
  })

  test('Atom 1.0 of a category has its articles, products and topics only, newest first', async () => {
    const feed = await readFeed('/category/solar-panels/feed.atom')
    expect(feed).toMatchObject({ name: 'feed', uri: ATOM, attributes: { 'xml:lang': 'en-GB' } })
    for (const element of [feed, ...feed.own('entry')])
      for (const name of ['id', 'title', 'updated', 'author', 'link']) expect(element.own(name), name).not.toHaveLength(0)
    expect(feed.own('link').map(({ attributes }) => [attributes['rel'], attributes['href']])).toEqual([
      ['self', `${ORIGIN}/category/solar-panels/feed.atom`],
      ['alternate', `${ORIGIN}/category/solar-panels`],
    ])
    const links = feed.own('entry').map((entry) => entry.own('link')[0]?.attributes['href'])
    expect(links).toEqual(expect.arrayContaining([`${ORIGIN}/articles/${slug}`, `${ORIGIN}/forum/${topic}`]))
    const inCategory = await site.ctx.db.selectFrom('products').select('slug').where('category_id', '!=', 2).execute()
    for (const product of nonEmpty(inCategory)) expect(links).not.toContain(`${ORIGIN}/products/${product.slug}`)
    const publicationTimes = feed.own('entry').map((entry) => entry.own('published')[0]?.text ?? '')
    expect(publicationTimes).toEqual(publicationTimes.toSorted().toReversed())
    const [content] =
      feed
        .own('entry')
        .find((entry) => entry.own('link')[0]?.attributes['href'] === `${ORIGIN}/forum/${topic}`)
        ?.own('content') ?? []
    expect(content?.attributes['type']).toBe('html')
    expect(content?.text).toContain('href="https://a.example/x?a=1&amp;b=2"')
  })

  test('JSON Feed 1.1 of a topic has the topic and its replies with permalinks', async () => {
    const { headers, body } = await get(`/forum/${topic}/feed.json`)
    expect(headers['content-type']).toBe('application/feed+json; charset=utf-8')
    const feed = JSON.parse(body)
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Which one? | Green & Street',
      home_page_url: `${ORIGIN}/forum/${topic}`,
      feed_url: `${ORIGIN}/forum/${topic}/feed.json`,
      language: 'en-GB',
    })
    expect(feed.items).toHaveLength(2)
    expect(feed.items[0]).toMatchObject({
      title: 'Community Guest replied: Which one?',
      content_html: '<p>The <strong>first</strong> one.</p>\n',
    })
    expect(feed.items[0].url).toMatch(new RegExp(`^${ORIGIN}/forum/${topic}\\?reply=(\\d+)#reply-\\1$`))
    expect(feed.items[1]).toMatchObject({
      url: `${ORIGIN}/forum/${topic}`,
      date_published: publishedAt,
      authors: [{ name: 'Community Guest' }],
    })
  })

  test('product descriptions are split into paragraphs and escaped', async () => {
    const description = 'Warm & quiet.\n  \n <b>Two</b> sizes. \n\n\n\nThat is all.\n\n'
    const { slug: productSlug } = await makeProduct(site.ctx, { name: 'Kettle', description, categoryId: 3 })
    site.caches.invalidate(site.ctx.site.id, ['products'])
    const { items } = JSON.parse((await get('/feed.json')).body) as { items: { url: string; content_html: string }[] }
    expect(items.find(({ url }) => url === `${ORIGIN}/products/${productSlug}`)?.content_html).toBe(
      '<p>Warm &amp; quiet.</p>\n<p>&lt;b&gt;Two&lt;/b&gt; sizes.</p>\n<p>That is all.</p>',
    )
  })

  test('an item with an invalid image URL is listed without the image', async () => {
    const article = await makeArticle(site.ctx, { categoryId: 4 })
    await site.ctx.db
      .updateTable('articles')
      .set({ featured_image: String.raw`/\[` })
      .where('slug', '=', article.slug)
      .execute()
    site.caches.invalidate(site.ctx.site.id, ['articles'])
    for (const file of ['feed.xml', 'feed.atom', 'feed.json']) expect((await get(`/${file}`)).statusCode, file).toBe(200)
    const { items } = (await get('/feed.json')).json()
    const item = items.find(({ url }: { url: string }) => url === `${ORIGIN}/articles/${article.slug}`)
    expect(item?.title).toBeDefined()
    expect(item?.image).toBeUndefined()
  })

  test('a feed returns 304 for If-None-Match and If-Modified-Since until an item is deleted', async () => {
    const response = await get('/category/green-living/feed.xml')
    const { etag, 'last-modified': date } = response.headers
    const revalidate = async () => [
      (await get('/category/green-living/feed.xml', { 'if-none-match': String(etag) })).statusCode,
      (await get('/category/green-living/feed.xml', { 'if-modified-since': String(date) })).statusCode,
    ]
    expect(await revalidate()).toEqual([304, 304])
    expect((await get('/category/green-living/feed.xml', { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).statusCode).toBe(200)
    // HTTP dates have a resolution of one second.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
    const [{ id } = { id: 0 }] = await site.ctx.db.selectFrom('articles').select('id').where('category_id', '=', 5).execute()
    await site.call(admin, deleteArticleEndpoint, { params: { id } })
    expect(await revalidate()).toEqual([200, 200])
    expect((await get('/category/green-living/feed.xml')).body).not.toContain(`article/${id}<`)
  })

  test('a feed returns 200 for If-Modified-Since after a topic is hidden or an article becomes a draft', async () => {
    const topic = await makeTopic(site.ctx, { categoryId: 4 })
    const { id } = await makeArticle(site.ctx, { categoryId: 4, publishedAt: new Date().toISOString() })
    site.caches.invalidate(site.ctx.site.id, ['articles', 'topics'])
    const url = '/category/home-efficiency/feed.xml'
    for (const [hideItem, itemId] of [
      [() => site.call(admin, changeTopicEndpoint, { params: { id: topic }, body: { status: 'hidden' } }), `topic/${topic}<`],
      [() => site.call(admin, changeArticleEndpoint, { params: { id }, body: { status: 'draft' } }), `article/${id}<`],
    ] as const) {
      const { body, headers } = await get(url)
      expect(body).toContain(itemId)
      const date = String(headers['last-modified'])
      expect((await get(url, { 'if-modified-since': date })).statusCode).toBe(304)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
      expect((await hideItem()).status).toBe(200)
      const responseAfter = await get(url, { 'if-modified-since': date })
      expect(responseAfter.statusCode, itemId).toBe(200)
      expect(responseAfter.body).not.toContain(itemId)
    }
  })

  test('a feed returns 404 for unknown subjects and waiting topics, and 410 for deleted topics', async () => {
    for (const url of [
      '/forum/999999/feed.xml',
      '/forum/first/feed.atom',
      '/category/no-such/feed.json',
      '/category/2/feed.xml',
      '/feed.rss',
    ])
      expect((await get(url)).statusCode, url).toBe(404)
    const waitingTopicId = await makeTopic(site.ctx, { status: 'waiting' })
    expect((await get(`/forum/${waitingTopicId}/feed.xml`)).statusCode).toBe(404)
    const removed = await makeTopic(site.ctx)
    expect((await get(`/forum/${removed}/feed.xml`)).statusCode).toBe(200)
    await site.call(admin, deleteTopicEndpoint, { params: { id: removed } })
    expect((await get(`/forum/${removed}/feed.xml`)).statusCode).toBe(410)
  })
})
