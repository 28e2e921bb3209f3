/** Search engine metadata: sitemaps, feeds, structured data and heads of a filled site. Needs the built pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Viewer } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { oneIn } from '#tests/support/at-night.ts'
import { propertiesOf } from '#tests/support/schema-org.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { unmarkDemo } from '#tests/support/unmark-demo.ts'
import { readXml, type XmlElement } from '#tests/support/xml.ts'
import type { BuiltApp } from '#app/build-app.ts'

const HOST = 'green-street.example'
const ORIGIN = `http://${HOST}`
const ADMIN: Viewer = { id: 2, isAdmin: true, hasSecondFactor: true }

let home: TestSites
let built: BuiltApp
let viewer: Viewer | null = null
beforeAll(async () => {
  home = await openTestSites({ content: 'demo' })
  await unmarkDemo(home.main)
  Object.assign(home.main.settings, { name: 'Green Street', tagline: 'Warm Homes', language: 'en-IE', region: 'eu' })
  built = await buildTestApp({ sites: singleSiteDirectory(home.main), pages: true, actAs: () => viewer })
})
afterAll(async () => {
  await built.app.close()
  await home.close()
})

const get = (url: string, headers: Record<string, string> = {}) => built.app.inject({ url, headers: { host: HOST, ...headers } })
const pathOf = (address: string): string => {
  expect(address.startsWith(`${ORIGIN}/`), address).toBe(true)
  return address.slice(ORIGIN.length)
}
async function xml(url: string): Promise<XmlElement> {
  const { statusCode, body } = await get(url)
  expect(statusCode, url).toBe(200)
  return readXml(body)
}
const locations = (map: XmlElement): string[] => map.all('loc').map(({ text }) => pathOf(text))
/** Returns the pages of every sitemap file. */
async function walkMap(): Promise<Map<string, string[]>> {
  const files = locations(await xml('/sitemap.xml'))
  return new Map(await Promise.all(files.map(async (file) => [file, locations(await xml(file))] as const)))
}
const asAdmin = async (method: 'DELETE' | 'PATCH' | 'POST', url: string, payload: object = {}) => {
  viewer = ADMIN
  const response = await built.app.inject({ method, url, headers: { host: HOST }, payload })
  viewer = null
  return response
}

type Node = Record<string, unknown> & { '@type': string }
const blocksOf = (html: string): Node[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(
    ([, json = '']) => (JSON.parse(json) as { '@graph': Node[] })['@graph'],
  )
const headOf = (html: string) => {
  const tags = [...html.slice(0, html.indexOf('<body')).matchAll(/<(meta|link) ([^>]*?)\/?>/g)].map(([, , inside = '']) =>
    Object.fromEntries([...inside.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name ?? '', value ?? ''])),
  )
  return {
    meta: (name: string) => tags.find((tag) => tag['property'] === name || tag['name'] === name)?.['content'],
    link: (rel: string) => tags.filter((tag) => tag['rel'] === rel),
  }
}

/** Properties that Google requires (developers.google.com/search/docs/appearance/structured-data), and recommends where we have them. */
const ASKED: Record<string, { required: string[]; recommended: string[] }> = {
  Article: { required: [], recommended: ['headline', 'image', 'datePublished', 'author', 'publisher'] },
  Product: { required: ['name'], recommended: ['description', 'image'] },
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  ListItem: { required: ['position', 'name'], recommended: [] },
  DiscussionForumPosting: {
    required: ['author', 'datePublished', 'text'],
    recommended: ['headline', 'url', 'interactionStatistic', 'mainEntityOfPage'],
  },
  QAPage: { required: ['mainEntity'], recommended: ['url'] },
  Question: {
    required: ['name', 'answerCount', 'text', 'author', 'datePublished'],
    recommended: ['url', 'upvoteCount'],
  },
  Answer: { required: ['text'], recommended: ['url', 'upvoteCount', 'author', 'datePublished'] },
  Comment: { required: ['author', 'datePublished', 'text'], recommended: ['url', 'interactionStatistic'] },
  ProfilePage: { required: ['mainEntity'], recommended: ['dateCreated'] },
  Person: { required: ['name'], recommended: [] },
  InteractionCounter: { required: ['interactionType', 'userInteractionCount'], recommended: [] },
  Offer: { required: ['price', 'priceCurrency'], recommended: ['url'] },
  AggregateRating: { required: ['ratingValue', 'reviewCount'], recommended: ['bestRating'] },
  PropertyValue: { required: ['name', 'value'], recommended: [] },
  Organization: { required: ['name'], recommended: ['url', 'logo'] },
  WebSite: { required: ['name', 'url'], recommended: [] },
  ImageObject: { required: ['url'], recommended: [] },
}
const URL_PROPERTIES = new Set(['@id', 'url', 'item', 'mainEntityOfPage', 'image', 'contentUrl'])

/** Returns every error of a node as a sentence. */
function errorsOf(node: Node, at: string, isReference = false): string[] {
  const { '@type': type, ...rest } = node
  if (isReference && type === undefined) return typeof rest['@id'] === 'string' ? [] : [`${at}: neither a thing nor a reference`]
  const known = propertiesOf(type)
  if (!known) return [`${at}: no type ${type}`]
  const { required = [], recommended = [] } = ASKED[type] ?? {}
  return [
    ...[...required, ...recommended]
      .filter((name) => rest[name] === undefined || rest[name] === '')
      .map((name) => `${at}: ${type} without ${name}`),
    ...Object.entries(rest).flatMap(([name, value]) => {
      const where = `${at}.${name}`
      if (name !== '@id' && !known.has(name)) return [`${where}: ${type} has no such property`]
      return [value].flat().flatMap((one): string[] => {
        if (typeof one === 'object' && one !== null) return errorsOf(one as Node, where, true)
        if (one === null || one === undefined || one === '') return [`${where}: nothing`]
        if (URL_PROPERTIES.has(name) && !String(one).startsWith(`${ORIGIN}/`)) return [`${where}: ${String(one)} is not of this site`]
        if (name.startsWith('date') && Number.isNaN(Date.parse(String(one)))) return [`${where}: ${String(one)} is no date`]
        return []
      })
    }),
  ]
}

describe('structured data', () => {
  test('every page of the sitemap has a complete head and data that is valid by schema.org', async () => {
    const map = await walkMap()
    const pages = [...map.values()].flat()
    expect(pages.length).toBeGreaterThan(100)
    const errors: string[] = []
    const types: Record<string, Set<string>> = {}
    for (const [file, paths] of map) {
      for (const path of oneIn(4, paths)) {
        const { statusCode, body } = await get(path)
        const head = headOf(body)
        const canonical = head.link('canonical').map(({ href }) => href)
        if (statusCode !== 200) errors.push(`${path}: ${statusCode}`)
        if (canonical.length !== 1 || canonical[0] !== ORIGIN + path) errors.push(`${path}: canonical ${canonical.join()}`)
        if (head.meta('robots') !== undefined) errors.push(`${path}: in the map, but ${head.meta('robots')}`)
        if (head.meta('og:url') !== ORIGIN + path) errors.push(`${path}: og:url`)
        for (const name of ['og:title', 'og:description', 'og:type', 'og:image:alt', 'twitter:title', 'twitter:description'])
          if (!head.meta(name)) errors.push(`${path}: no ${name}`)
        if (!head.meta('og:image')?.startsWith(`${ORIGIN}/share/`)) errors.push(`${path}: og:image ${head.meta('og:image')}`)
        if (head.meta('og:image:width') !== '1200' || head.meta('og:image:height') !== '630') errors.push(`${path}: size of og:image`)
        if (head.meta('twitter:card') !== 'summary_large_image') errors.push(`${path}: twitter:card`)
        if (head.link('alternate').length < 3) errors.push(`${path}: no feeds`)
        const nodes = blocksOf(body)
        nodes.forEach((node) => errors.push(...errorsOf(node, path)))
        types[file] = new Set([...(types[file] ?? []), ...nodes.map((node) => node['@type'])])
      }
    }
    expect(errors).toEqual([])
    expect(
      Object.fromEntries(
        Object.entries(types).map(([file, found]) => [file.replace(/^\/sitemaps\/|-1\.xml$/g, ''), [...found].toSorted()]),
      ),
    ).toEqual({
      pages: ['BreadcrumbList', 'Organization', 'WebSite'],
      categories: ['BreadcrumbList'],
      articles: ['Article', 'BreadcrumbList'],
      'expert-articles': ['Article', 'BreadcrumbList'],
      products: ['BreadcrumbList', 'Product'],
      topics: ['BreadcrumbList', 'DiscussionForumPosting', 'QAPage'],
      figures: ['BreadcrumbList'],
      members: ['ProfilePage'],
    })
  })

  test('the checker finds errors', () => {
    const wrong = {
      '@type': 'Article',
      headline: '',
      articleBodie: 'x',
      url: 'https://elsewhere.example/',
      datePublished: 'soon',
      author: { '@type': 'Human' },
    }
    expect(errorsOf(wrong as Node, 'x').map((error) => error.slice(0, 36))).toEqual(
      expect.arrayContaining([
        'x: Article without headline',
        'x: Article without image',
        'x.articleBodie: Article has no such ',
        'x.author: no type Human',
      ]),
    )
    expect(errorsOf(wrong as Node, 'x').join()).toMatch(/is not of this site.*soon is no date/)
    expect(propertiesOf('DiscussionForumPosting')?.has('comment')).toBe(true)
    expect(propertiesOf('Comment')?.has('price')).toBe(false)
    expect(propertiesOf('Nothing')).toBeUndefined()
  })

  test('a product has a rating only if it was reviewed, and an offer only if its price text states a price', async () => {
    const products = (await get('/api/products?perPage=100')).json() as {
      slug: string
      reviewCount: number
      price: string | null
      averageRating: number
    }[]
    const rated = { yes: 0, no: 0 }
    let offered = 0
    for (const { slug, reviewCount, averageRating, price } of products) {
      const [data] = blocksOf((await get(`/products/${slug}`)).body).filter((node) => node['@type'] === 'Product')
      const rating = data?.['aggregateRating'] as Record<string, number> | undefined
      expect(rating?.['reviewCount'] ?? 0, slug).toEqual(reviewCount)
      const ratingValue = rating ? (rating['ratingValue'] ?? 0) : averageRating
      expect(Math.abs(ratingValue - averageRating)).toBeLessThan(0.06)
      rated[rating ? 'yes' : 'no'] += 1
      if (data?.['offers']) offered += 1
      // Search engines reject a Product without rating and offer, so it is omitted.
      expect(data === undefined, slug).toBe(rating === undefined && data?.['offers'] === undefined)
      const offers = data?.['offers'] as { price?: number; lowPrice?: number } | undefined
      const [first] = /\d[\d,]*/.exec(price ?? '') ?? []
      const isOffered = first !== undefined && !/month|minimum/.test(price ?? '')
      expect(offers?.price ?? offers?.lowPrice, slug).toBe(isOffered ? Number(first.replaceAll(',', '')) : undefined)
    }
    expect(rated.yes).toBeGreaterThan(0)
    expect(rated.no).toBeGreaterThan(0)
    expect(offered).toBeGreaterThan(0)
  })

  test('user input cannot close the script element', async () => {
    const title = '</script><script>alert(1)</script> & "quotes"'
    const { id } = (
      await built.app.inject({
        method: 'POST',
        url: '/api/forums',
        headers: { host: HOST },
        payload: { title, content: '<!-- </script> \u2028', categoryId: 1 },
      })
    ).json()
    const { body } = await get(`/forum/${id}`, { cookie: 'fresh=1' })
    const [posting] = blocksOf(body)
    expect(posting).toMatchObject({ headline: title })
    expect(body).not.toContain('<script>alert(1)')
    await asAdmin('DELETE', `/api/forums/${id}`)
  })

  test.each([
    ['suggested answers of a question', true],
    ['comments of any other topic', false],
  ])('replies are %s, and link to their author’s page', async (_name, isQuestion) => {
    const topics = (await get('/api/forums?perPage=100')).json() as {
      id: number
      isQuestion: boolean
      acceptedReplyId: number | null
      replyCount: number
    }[]
    const isUnsolved = ({ acceptedReplyId }: (typeof topics)[number]) => acceptedReplyId === null
    const topic = topics.find((one) => one.isQuestion === isQuestion && isUnsolved(one) && one.replyCount > 3)
    const blocks = blocksOf((await get(`/forum/${topic?.id}`)).body)
    expect(blocks.map((block) => block['@type'])).toEqual([isQuestion ? 'QAPage' : 'DiscussionForumPosting', 'BreadcrumbList'])
    const question = blocks[0]?.['mainEntity'] as Node | undefined
    const items = (isQuestion ? question?.['suggestedAnswer'] : blocks[0]?.['comment']) as { url: string; author: object }[]
    const replies = (await get(`/api/forum-replies/${topic?.id}`)).json() as { id: number; username: string; userId: number }[]
    expect(items.map(({ url, author }) => ({ url, author }))).toEqual(
      replies.map(({ id, username, userId }) => ({
        url: `${ORIGIN}/forum/${topic?.id}?reply=${id}#reply-${id}`,
        author: { '@type': 'Person', name: username, url: `${ORIGIN}/user/${userId}` },
      })),
    )
  })
})

describe('the head', () => {
  test('filtered and sorted lists share a canonical URL; each page of a list has its own', async () => {
    const canonical = async (url: string) =>
      headOf((await get(url)).body)
        .link('canonical')
        .map(({ href }) => pathOf(href ?? ''))
    expect(await canonical('/products?sort=price-low&category=solar-panels')).toEqual(['/products?category=solar-panels'])
    expect(await canonical('/products?page=2&sort=name&utm_source=letter')).toEqual(['/products?page=2'])
    expect(await canonical('/forum?sort=views')).toEqual(['/forum'])
    expect(await canonical('/products/wayside-post-7?tab=reviews')).toEqual(['/products/wayside-post-7'])
    expect(await canonical('/category/solar-panels?tab=topics')).toEqual(['/category/solar-panels'])
  })

  test('search results are noindex,follow; sign-in pages and form steps are noindex', async () => {
    for (const url of ['/articles?search=heat', '/forum?search=heat', '/products?search=heat', '/articles?category=no-such']) {
      const head = headOf((await get(url)).body)
      expect(head.meta('robots'), url).toBe('noindex,follow')
      expect(head.link('canonical'), url).toEqual([])
    }
    for (const url of [
      '/sign-in',
      '/sign-up',
      '/claim',
      '/forgot-password',
      '/reset-password',
      '/confirm-email',
      '/newsletter/confirm',
      '/newsletter/unsubscribe',
      '/admin',
      '/enquiry/wayside-post-7',
      '/user/1',
      '/no-such-page',
    ])
      expect(headOf((await get(url)).body).meta('robots'), url).toBe('noindex')
    expect((await get('/api/articles')).headers['x-robots-tag']).toBe('noindex')
    expect((await get('/articles')).headers['x-robots-tag']).toBeUndefined()
  })
})
