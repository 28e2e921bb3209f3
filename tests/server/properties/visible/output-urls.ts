/** Lists every URL that a visitor or an unrelated member may read, from the contract, the page table and the feeds. */
import { apiRoutes } from '#app/registry.ts'
import { features } from '#app/features.ts'
import { SHARED_PAGES } from '#app/pages/shared-pages.ts'
import { parametersOf } from '#features/pages/page-parameters.policy.ts'
import { PAGES, type PageDeclaration } from '#features/pages/page-table.policy.ts'
import { SPEC_PARAMETERS } from '#features/products/product-filter.policy.ts'
import { collectSources } from '#features/search/indexing/search-index.service.ts'
import { FEED_FORMATS } from '#features/syndication/feed.client.ts'
import { urlFor } from '#platform/client/api.client.ts'
import { EVENT_STREAM, type Endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import type { Scenario, Subject } from './scenario.ts'
import { COMMON_WORD, inCapitals, type Thing } from './things.ts'

export interface OutputUrl {
  /** Name of the output, without parameters: `GET /api/articles/:slug`, `page /articles`. */
  name: string
  url: string
  /** The thing that it shows; the URL must not exist while the thing is not public. */
  thing?: Thing | undefined
  endpoint?: Endpoint
}

type Params = Record<string, string | number>
interface PathInput {
  params: Params
  thing?: Thing | undefined
}

/** A category with content and an empty one. */
const CATEGORIES = [2, 6]
const CATEGORY_SLUGS = ['solar-panels', 'ev-chargers']
const NO_KEY = 'nokey'

const byId = (name: string, subjects: readonly Subject[]): PathInput[] =>
  unique(subjects).map(({ id, thing }) => ({ params: { [name]: id }, thing }))
const bySlug = (subjects: readonly Subject[]): PathInput[] => subjects.map(({ slug = '', thing }) => ({ params: { slug }, thing }))
const unique = (subjects: readonly Subject[]) => [...new Map(subjects.map((one) => [one.id, one])).values()]
const fixed = (name: string, ...values: (string | number)[]): PathInput[] => values.map((value) => ({ params: { [name]: value } }))

/** Path parameters of each endpoint. A missing path fails the test. */
const paramsOfApi = ({ subjects: s }: Scenario): Record<string, PathInput[]> => ({
  '/api/categories/:slugOrId': fixed('slugOrId', ...CATEGORIES, ...CATEGORY_SLUGS),
  '/api/articles/category/:categoryId': fixed('categoryId', ...CATEGORIES),
  '/api/articles/:slug': bySlug(s.article),
  '/api/products/category/:categoryId': fixed('categoryId', ...CATEGORIES),
  '/api/products/:slug': bySlug(s.product),
  // Aggregates that exist for any id; counts.ts checks their values.
  '/api/review-spread/:productId': unique(s.product).map(({ id }) => ({ params: { productId: id } })),
  '/api/review-figures/:productId': unique(s.product).map(({ id }) => ({ params: { productId: id } })),
  // Only the review's author may read this.
  '/api/me/review-evidence/:id': s.review.map(({ id }) => ({ params: { id } })),
  '/api/forums/category/:categoryId': fixed('categoryId', ...CATEGORIES),
  '/api/forums/:id': byId('id', s.topic),
  '/api/forums/:id/history': byId('id', s.topic),
  '/api/forum-replies/:id/history': byId('id', s.reply),
  '/api/forums/:id/accepted-reply': unique(s.topic).map(({ id }) => ({ params: { id } })),
  '/api/forums/:id/products': byId('id', s.topic),
  '/api/forum-replies/:forumId': byId('forumId', s.topic),
  '/api/forum-replies/:forumId/:replyId': s.reply.map(({ id, topicId = 0 }) => ({ params: { forumId: topicId, replyId: id } })),
  '/api/me/topic-watches/:topicId': s.topic.map(({ id }) => ({ params: { topicId: id } })),
  // Only the topic's author and administrators receive it.
  '/api/me/waiting-topics/:topicId': s.topic.map(({ id }) => ({ params: { topicId: id } })),
  '/api/expert-articles/:id': byId('id', s['expert article']),
  '/api/figures/:key': fixed('key', 'electricity.unit'),
  '/api/tools/:tool': fixed('tool', 'solar'),
  '/api/tools/:tool/form': fixed('tool', 'solar'),
  '/api/users/:id': byId('id', s.user),
  '/api/users/:id/badges': byId('id', s.user),
  '/api/users/:id/topics': byId('id', s.user),
  '/api/users/:id/replies': byId('id', s.user),
  '/api/users/:id/reviews': byId('id', s.user),
  '/api/enquiry-status/:key': fixed('key', NO_KEY),
  '/api/decisions/:key': fixed('key', NO_KEY),
  '/api/newsletter/issues/:id': byId('id', s.issue),
  '/api/notice-leave/:key': fixed('key', NO_KEY),
  '/api/deployment/:id': fixed('id', NO_KEY),
  '/api/deployment/:id/kit': fixed('id', NO_KEY),
})

/** Values of query parameters that the contract does not enumerate. A missing parameter fails the test. */
const valuesOfQuery = ({ subjects: s }: Scenario): Record<string, (string | number)[]> => ({
  // counts.ts walks the pages.
  page: [],
  perPage: [],
  limit: [],
  // searches.ts tries each word.
  search: [inCapitals(COMMON_WORD)],
  q: [],
  exact: [],
  uncounted: [],
  kind: collectSources(() => features).map(({ kind }) => kind),
  category: CATEGORY_SLUGS,
  product: s.product.flatMap(({ slug = '' }) => (slug ? [slug] : [])),
  productId: unique(s.product).map(({ id }) => id),
  topicId: unique(s.topic).map(({ id }) => id),
  userId: s.user.map(({ id }) => id),
  articleId: s.article.map(({ id }) => id),
  accepted: ['yes'],
  id: [1],
  stars: [1, 5],
  p: [
    s.product
      .slice(0, 4)
      .map(({ slug }) => slug)
      .join(','),
    s.product
      .slice(-3)
      .map(({ slug }) => slug)
      .join(','),
  ],
  on: [],
  key: [NO_KEY],
  token: [NO_KEY],
  ...Object.fromEntries(SPEC_PARAMETERS.map((name) => [name, []])),
  warranty_min: [1],
})
/** Calculators, whose responses depend only on the input. */
const isCalculation = (path: string) => path.startsWith('/api/tools/') || path === '/api/plan'
/** Parameters that every query of a path needs. */
const ALWAYS: Record<string, string> = {
  '/api/products/figures': 'category=solar-panels',
  // All of them, to find each.
  '/api/forums/popular': 'limit=20',
  '/api/me/topics': 'show=watched',
  '/api/search': `q=${inCapitals(COMMON_WORD)}`,
  '/api/search/suggestions': `q=${inCapitals(COMMON_WORD)}`,
  '/search': `q=${inCapitals(COMMON_WORD)}`,
}
const productWithReviews = ({ subjects }: Scenario) => subjects.product.find(({ thing }) => thing?.title === 'product visible')?.id ?? 0
const NEEDS_PRODUCT = new Set(['sort', 'stars', 'verified', 'search'])

export function listApiUrls(scenario: Scenario): OutputUrl[] {
  const params = paramsOfApi(scenario)
  return apiRoutes.flatMap(({ endpoint }) => {
    if (endpoint.method !== 'GET' || endpoint.access === 'admin' || endpoint.contentType === EVENT_STREAM) return []
    const inputs = endpoint.path.includes(':') ? params[endpoint.path] : [{ params: {} }]
    if (!inputs) throw new Error(`Add the path parameters of ${endpoint.path}.`)
    const name = `GET ${endpoint.path}`
    return inputs.flatMap(({ params, thing }: PathInput) =>
      listQueries(scenario, endpoint).map((query) => ({ name, thing, endpoint, url: urlFor(endpoint.path, { params }) + query })),
    )
  })
}

/** Lists the call without a query, and with each parameter alone. */
function listQueries(scenario: Scenario, { path, query }: Endpoint): string[] {
  const base = ALWAYS[path] ? `?${ALWAYS[path]}` : ''
  if (isCalculation(path)) return [base]
  const known = valuesOfQuery(scenario)
  const shape = query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>) : {}
  const queries = Object.entries(shape).flatMap(([name, schema]) => {
    const values = enumeratedValues(schema) ?? known[name]
    if (!values) throw new Error(`Add values for ${name} of ${path}.`)
    const product = path === '/api/reviews' && NEEDS_PRODUCT.has(name) ? `productId=${productWithReviews(scenario)}&` : ''
    return values.map((value) => `${base || '?'}${base && '&'}${product}${name}=${encodeURIComponent(value)}`)
  })
  return path === '/api/products/compare' ? queries : [base, ...queries]
}

function enumeratedValues(schema: z.ZodType): (string | number)[] | undefined {
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return enumeratedValues(schema.unwrap() as z.ZodType)
  return undefined
}

const paramsOfPages = ({ subjects: s }: Scenario): Record<string, PathInput[]> => ({
  '/articles/expert/:id': byId('id', s['expert article']),
  '/articles/:slug': bySlug(s.article),
  '/forum/:id': byId('id', s.topic),
  '/products/:slug': bySlug(s.product),
  '/enquiry/:slug': bySlug(s.product),
  '/enquiry-status/:slug': fixed('slug', NO_KEY),
  '/category/:slug': fixed('slug', ...CATEGORY_SLUGS),
  '/today/:slug': fixed('slug', 'electricity.unit'),
  '/tools/:slug': fixed('slug', 'solar'),
  '/user/:id': byId('id', s.user),
  '/notices/leave/:slug': fixed('slug', NO_KEY),
  '/decisions/:slug': fixed('slug', NO_KEY),
  '/newsletter/:id': byId('id', s.issue),
})
/** Values of parameters, by page and parameter or by parameter alone. */
const valuesOfPages = (scenario: Scenario): Record<string, (string | number)[]> => ({
  ...valuesOfQuery(scenario),
  '/forum sort': ['active', 'views'],
  '/forum show': ['unanswered', 'unsolved', 'answered'],
  '/products sort': ['score', 'name', 'price-low'],
  '/products/:slug sort': [],
  '/products/:slug search': [],
  '/products/:slug stars': [],
  '/products/:slug verified': [],
  '/products/:slug tab': ['reviews'],
  '/category/:slug tab': ['articles', 'products'],
  '/account tab': [],
  '/user/:id tab': ['topics', 'replies', 'answers', 'reviews'],
  '/user/:id search': [],
  '/search kind': ['topic', 'product'],
  // linkedReplies lists these URLs.
  reply: [],
  kind: [],
  sent: [],
  differences: [1],
  find: [inCapitals(COMMON_WORD)],
  nation: [],
  step: [],
})

export function listPageUrls(scenario: Scenario): OutputUrl[] {
  const params = paramsOfPages(scenario)
  const linkedReplies = scenario.subjects.reply.slice(0, MAX_LINKED_REPLIES).map(({ id, topicId }) => ({
    name: 'page /forum/:id?reply',
    url: `/forum/${topicId}?reply=${id}`,
  }))
  const pages = PAGES.flatMap((page) => {
    const inputs = page.path.includes(':') ? params[page.path] : [{ params: {} }]
    if (!inputs) throw new Error(`Add the path parameters of ${page.path}.`)
    return inputs.flatMap(({ params, thing }: PathInput) =>
      listPageQueries(scenario, page).map((query) => ({ name: `page ${page.path}`, thing, url: urlFor(page.path, { params }) + query })),
    )
  })
  return [...pages, ...linkedReplies]
}
/** The first ones include a reply in each state. */
const MAX_LINKED_REPLIES = 9

function listPageQueries(scenario: Scenario, page: PageDeclaration & { path: string }): string[] {
  const known = valuesOfPages(scenario)
  if (page.feature === 'tools') return ['']
  const base = ALWAYS[page.path] ? `?${ALWAYS[page.path]}` : ''
  const queries = parametersOf(page).names.flatMap((name) => {
    const values = known[`${page.path} ${name}`] ?? known[name]
    if (!values) throw new Error(`Add values for ${name} of ${page.path}.`)
    return values.map((value) => `${base || '?'}${base && '&'}${name}=${encodeURIComponent(value)}`)
  })
  return [base, ...queries]
}

/** Lists feeds, sitemaps and robots.txt. */
export function listFileUrls({ subjects }: Scenario): OutputUrl[] {
  const feeds = FEED_FORMATS.flatMap(({ file }): OutputUrl[] => [
    { name: 'feed', url: `/${file}` },
    { name: 'feed of a category', url: `/category/solar-panels/${file}` },
    { name: 'feed of the newsletter', url: `/newsletter/${file}` },
    { name: 'feed of figures', url: `/today/${file}` },
    ...unique(subjects.topic).map(({ id, thing }) => ({ name: 'feed of a topic', url: `/forum/${id}/${file}`, thing })),
  ])
  const each = PAGES.flatMap(({ sitemap }) => (sitemap && 'each' in sitemap && sitemap.each !== 'category' ? [sitemap.each] : []))
  const maps = each.map((kind) => ({ name: 'sitemap', url: `/sitemaps/${kind}-1.xml` }))
  return [...feeds, ...maps, { name: 'sitemap index', url: '/sitemap.xml' }, { name: 'robots', url: '/robots.txt' }]
}

/** Lists share images and uploaded pictures. */
export function listPictureUrls({ subjects: s, pictures }: Scenario): OutputUrl[] {
  const of: Record<string, PathInput[]> = {
    site: fixed('key', 'home'),
    category: fixed('key', 'solar-panels'),
    article: bySlug(s.article),
    product: bySlug(s.product),
    'expert-article': byId('id', s['expert article']),
    topic: byId('id', s.topic),
    user: byId(
      'id',
      s.user.filter(({ thing }) => thing),
    ),
  }
  const cards = [...SHARED_PAGES.keys()].flatMap((kind) => {
    const inputs = of[kind]
    if (!inputs) throw new Error(`Add the path parameters of the share image of a ${kind}.`)
    return inputs.map(({ params, thing }) => ({ name: 'share card', url: `/share/${kind}/${Object.values(params)[0]}.png`, thing }))
  })
  return [...cards, ...pictures.map(({ url, thing }) => ({ name: 'uploaded picture', url, thing }))]
}
