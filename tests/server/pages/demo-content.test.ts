/** What search engines, feed readers and link previews get of demo content, and of real content on the same site. Needs the built pages. */
// Daily on PostgreSQL too: the sitemap and the feeds compute in SQL what is demo content.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { collectSources, indexChanges } from '#features/search/indexing/search-index.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestInstallation, MAIN_HOST, type TestInstallation } from '#tests/support/test-installation.ts'

let installation: TestInstallation
let real: { product: string; topic: number; member: number }
const get = async (url: string) => {
  const { status, text } = await installation.ask(MAIN_HOST, url)
  expect(status, url).toBe(200)
  return text
}

beforeAll(async () => {
  installation = await openTestInstallation({ content: 'demo' })
  const { ctx } = installation
  const member = await makeUser(ctx)
  await ctx.db.updateTable('users').set({ reputation_points: 5 }).where('id', '=', member.id).execute()
  const product = await makeProduct(ctx, { price: '£650' })
  real = { product: product.slug, topic: await makeTopic(ctx, { userId: member.id }), member: member.id }
  await installation.start({ pages: true })
})
afterAll(() => installation.close())

const typesOf = (html: string): string[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(([, json = '']) =>
    [...json.matchAll(/"@type":"(\w+)"/g)].map(([, type = '']) => type),
  )
const getMeta = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
const INVENTED_TYPES = [
  'Product',
  'Offer',
  'AggregateOffer',
  'AggregateRating',
  'Review',
  'Person',
  'DiscussionForumPosting',
  'QAPage',
  'ProfilePage',
]

const DEMO_PAGES = ['/products/plover-home-7', '/forum/1', '/user/2', '/articles/expert/1']

describe.each(DEMO_PAGES)('the demo page %s', (path) => {
  test('is not indexed, has no structured data about invented things, and says so in the page and the share card', async () => {
    const html = await get(path)
    expect(getMeta(html, 'robots')).toBe('noindex,follow')
    expect(typesOf(html).filter((type) => INVENTED_TYPES.includes(type))).toEqual([])
    expect(getMeta(html, 'og:title')).toMatch(/^Demo: /)
    expect(getMeta(html, 'twitter:title')).toMatch(/^Demo: /)
    expect(html).toMatch(/data-part="demo"[^>]*>Demo</)
    expect(html).toContain('About demo content')
  })
})

test('a page of real content on the same site is indexed, with its structured data', async () => {
  const product = await get(`/products/${real.product}`)
  expect(typesOf(product)).toEqual(expect.arrayContaining(['Product', 'Offer']))
  expect(getMeta(product, 'product:price:amount')).toBe('650')
  const topic = await get(`/forum/${real.topic}`)
  expect(typesOf(topic)).toContain('Person')
  const profile = await get(`/user/${real.member}`)
  expect(typesOf(profile)).toContain('ProfilePage')
  for (const html of [product, topic, profile]) {
    expect(getMeta(html, 'robots')).toBeUndefined()
    expect(getMeta(html, 'og:title')).not.toMatch(/^Demo/)
  }
})

test('a guide of the demo content is indexed with the publisher as its author, and marks the invented author', async () => {
  const html = await get('/articles/winter-range')
  expect(getMeta(html, 'robots')).toBeUndefined()
  expect(typesOf(html)).toContain('Article')
  expect(typesOf(html)).not.toContain('Person')
  expect(html).toMatch(/data-part="demo"[^>]*>Demo</)
})

test('the home page marks demo products, topics, reviews, articles and experts', async () => {
  expect((await get('/')).match(/data-part="demo"/g)?.length).toBeGreaterThan(20)
})

test('the demo products that /compare suggests are marked', async () => {
  const html = await get('/compare?p=plover-home-7')
  const suggestions = /<h2 id="compare-add-title">.*?<\/section>/.exec(html)?.[0] ?? ''
  expect(suggestions.match(/<li>/g)?.length).toBeGreaterThan(2)
  expect(suggestions.match(/data-part="demo"/g)?.length).toBe(suggestions.match(/<li>/g)?.length)
  const categories = (await get('/compare')).match(/<h3><a[^>]*compare.*?<\/p>/g) ?? []
  expect(categories.length).toBeGreaterThan(2)
  for (const names of categories) expect(names).toContain('data-part="demo"')
})

test('a demo review does not claim a verified purchase with a check mark', async () => {
  const { product_id: id } = await installation.main.db
    .selectFrom('reviews')
    .select('product_id')
    .where('is_verified', '=', true)
    .executeTakeFirstOrThrow()
  const { slug } = await installation.main.db.selectFrom('products').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
  const html = await get(`/products/${slug}?tab=reviews`)
  expect(html).toContain('Verified Purchase')
  expect(html).not.toContain('by a completed enquiry')
  expect(html).toContain('This product and its demo reviews are invented')
})

test('the sitemap contains the guides and real content, but no demo content', async () => {
  const locations = (xml: string) => [...xml.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/')
  const files = locations(await get('/sitemap.xml'))
  const urls = (await Promise.all(files.map(async (file) => locations(await get(file))))).flat()
  expect(urls.filter((url) => /^\/(products|forum|user)\/|^\/articles\/expert\//.test(url)).toSorted()).toEqual(
    [`/products/${real.product}`, `/forum/${real.topic}`, `/user/${real.member}`].toSorted(),
  )
  expect(urls).toEqual(expect.arrayContaining(['/', '/products', '/articles/winter-range', '/category/solar-panels']))
})

test.each(['/category/solar-panels/feed.xml', '/category/solar-panels/feed.atom', '/category/solar-panels/feed.json'])(
  '%s names demo content and invented authors as such',
  async (url) => {
    const text = await get(url)
    expect(text).toContain('Demo: Saltmarsh Ridge 440')
    expect(text).toContain(' (demo)')
    expect(text).not.toContain('Demo: Reading a solar quote')
  },
)

test('search results of demo products are marked, and those of guides are not', async () => {
  await indexChanges(
    installation.ctx,
    collectSources(() => features),
  )
  const { results } = JSON.parse(await get('/api/search?q=charger')) as { results: { kind: string; isDemo?: boolean }[] }
  const findMark = (kind: string) => results.find((result) => result.kind === kind)?.isDemo
  expect(findMark('product')).toBe(true)
  expect(findMark('topic')).toBe(true)
  expect(findMark('article')).toBeUndefined()
})
