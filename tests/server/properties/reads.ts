/** Lists every read endpoint, page and feed, with parameters from the site's rows. */
import { ADMIN_PAGES } from '#admin/pages.ts'
import { apiRoutes } from '#app/registry.ts'
import { forAnyTable } from '#db/any-table.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { isStreamed } from '#platform/contract/endpoint.ts'
import { urlFor } from '#platform/client/api.client.ts'
import type { World } from './world.ts'

export interface Read {
  url: string
  /** Path pattern of the contract or page table. */
  path: string
  access: 'public' | 'member' | 'admin'
  kind: 'api' | 'page' | 'feed'
  /** Whether it reads a single item, the newest of its table. */
  isAboutOne: boolean
  /** Whether its responses are never cached on the server. */
  isPrivate: boolean
  input: { params: Record<string, string>; query: Record<string, string> }
}

type Column = readonly [table: string, column: string]
const CATEGORY: Column = ['categories', 'id']
const TOPIC: Column = ['topics', 'id']
const PRODUCT: Column = ['products', 'id']
const ISSUE: Column = ['newsletter_issues', 'id']
const FIGURE: Column = ['figures', 'id']
const DUTY: Column = ['duty_records', 'duty']
const USER: Column = ['users', 'id']
const REVIEW: Column = ['reviews', 'id']
const ENQUIRY: Column = ['enquiries', 'id']
const LAUNCH: Column = ['launches', 'public_id']

/** Sources of path parameters: a column (value of the newest row) or a fixed value. Keys are secrets, which no column stores. */
const PARAMETERS: Record<string, Record<string, Column | string>> = {
  '/api/categories/:slugOrId': { slugOrId: CATEGORY },
  '/api/articles/category/:categoryId': { categoryId: CATEGORY },
  '/api/articles/:slug': { slug: ['articles', 'slug'] },
  '/api/admin/articles/:id': { id: ['articles', 'id'] },
  '/api/products/category/:categoryId': { categoryId: CATEGORY },
  '/api/products/:slug': { slug: ['products', 'slug'] },
  '/api/review-spread/:productId': { productId: PRODUCT },
  '/api/review-figures/:productId': { productId: PRODUCT },
  '/api/me/review-evidence/:id': { id: REVIEW },
  '/api/admin/review-evidence/:id/picture': { id: ['review_evidence', 'id'] },
  '/api/forums/category/:categoryId': { categoryId: CATEGORY },
  '/api/forums/:id': { id: TOPIC },
  '/api/forums/:id/history': { id: TOPIC },
  '/api/forum-replies/:id/history': { id: ['replies', 'id'] },
  '/api/forums/:id/accepted-reply': { id: TOPIC },
  '/api/forums/:id/products': { id: TOPIC },
  '/api/forum-replies/:forumId': { forumId: TOPIC },
  '/api/forum-replies/:forumId/:replyId': { forumId: ['replies', 'topic_id'], replyId: ['replies', 'id'] },
  '/api/me/topic-watches/:topicId': { topicId: TOPIC },
  '/api/me/waiting-topics/:topicId': { topicId: TOPIC },
  '/api/admin/forums/:id/replies': { id: TOPIC },
  '/api/expert-articles/:id': { id: ['expert_articles', 'id'] },
  '/api/figures/:key': { key: ['figures', 'key'] },
  '/api/admin/figures/:id': { id: FIGURE },
  '/api/tools/:tool': { tool: 'supply' },
  '/api/tools/:tool/form': { tool: 'solar' },
  '/api/users/:id': { id: USER },
  '/api/users/:id/badges': { id: USER },
  '/api/users/:id/topics': { id: USER },
  '/api/users/:id/replies': { id: USER },
  '/api/users/:id/reviews': { id: USER },
  '/api/enquiries/:id': { id: ENQUIRY },
  '/api/enquiries/:id/timeline': { id: ENQUIRY },
  '/api/enquiry-status/:key': { key: 'unknown' },
  '/api/decisions/:key': { key: '999999' },
  '/api/admin/duties/:duty': { duty: DUTY },
  '/api/admin/duties/:duty/versions/:number': { duty: DUTY, number: ['duty_records', 'number'] },
  '/api/admin/duties/:duty/markdown': { duty: DUTY },
  '/api/newsletter/issues/:id': { id: ISSUE },
  '/api/admin/newsletter/issues/:id': { id: ISSUE },
  '/api/notice-leave/:key': { key: 'unknown' },
  '/api/admin/mail-templates/:name': { name: 'enquiries.new' },
  '/api/admin/webhooks/:id/deliveries': { id: ['webhooks', 'id'] },
  '/api/deployment/:id': { id: LAUNCH },
  '/api/deployment/:id/kit': { id: LAUNCH },
  '/articles/expert/:id': { id: ['expert_articles', 'id'] },
  '/articles/:slug': { slug: ['articles', 'slug'] },
  '/forum/:id': { id: TOPIC },
  '/products/:slug': { slug: ['products', 'slug'] },
  '/enquiry/:slug': { slug: ['products', 'slug'] },
  '/enquiry-status/:slug': { slug: 'unknown' },
  '/decisions/:slug': { slug: '999999' },
  '/category/:slug': { slug: ['categories', 'slug'] },
  '/today/:slug': { slug: ['figures', 'key'] },
  '/tools/:slug': { slug: 'solar' },
  '/user/:id': { id: USER },
  '/notices/leave/:slug': { slug: 'unknown' },
  '/newsletter/:id': { id: ISSUE },
  '/category/:category/feed.xml': { category: ['categories', 'slug'] },
  '/forum/:topic/feed.atom': { topic: TOPIC },
}
/** Query strings of a path; a path that is not listed has none. */
const QUERIES: Record<string, Record<string, string | Column>[]> = {
  '/api/products/compare': [{ p: ['products', 'slug'] }],
  '/api/reviews': [{}, { productId: PRODUCT }, { userId: USER }],
  '/api/articles': [{}, { view: 'card' }, { search: 'solar' }],
  '/api/products': [{}, { view: 'card' }, { search: 'pump' }],
  '/api/forums': [{}, { view: 'card' }, { search: 'inverter' }, { show: 'unsolved' }, { product: ['products', 'slug'] }],
  '/api/me/waiting-posts': [{}, { kind: 'reply' }, { topicId: TOPIC }],
  '/api/me/topics': [{ show: 'mine' }, { show: 'watched' }, { show: 'new' }],
  '/api/products/figures': [{ category: ['categories', 'slug'] }],
  '/api/search': [{ q: 'solar' }],
  '/api/search/suggestions': [{ q: 'sol' }],
  '/api/votes/mine': [{ topicId: TOPIC }, { productId: PRODUCT }],
  '/api/me/bookmarks': [{}, { topicId: TOPIC }, { search: 'solar' }],
  '/user/:id': [{}, { tab: 'topics' }, { tab: 'replies' }, { tab: 'reviews' }],
  '/api/newsletter/preferences': [{ key: 'unknown-key-of-twenty-letters' }],
  '/api/admin/trash': [{}, { kind: 'product' }],
  '/products/:slug': [{}, { tab: 'reviews' }],
  '/category/:slug': [{}, { tab: 'topics' }],
  '/forum': [{}, { sort: 'views' }, { show: 'unanswered' }, { category: 'solar-panels' }],
  '/articles': [{}, { page: '2' }, { search: 'solar' }],
  '/products': [{}, { sort: 'price-low' }],
}
const FEEDS = [
  '/feed.xml',
  '/feed.atom',
  '/feed.json',
  '/category/:category/feed.xml',
  '/forum/:topic/feed.atom',
  '/newsletter/feed.xml',
  '/today/feed.json',
  '/sitemap.xml',
  ...['pages', 'articles', 'expert-articles', 'products', 'topics', 'members', 'issues', 'figures'].map(
    (kind) => `/sitemaps/${kind}-1.xml`,
  ),
]

type Source = Pick<Read, 'path' | 'access' | 'kind' | 'isPrivate'>
const SOURCES: readonly Source[] = [
  ...apiRoutes
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => endpoint.method === 'GET' && !isStreamed(endpoint))
    .map(({ path, access, isPrivate }) => ({ path, access, kind: 'api' as const, isPrivate })),
  ...PAGES.map(({ path, isPrivate = false }) => ({ path, access: 'public' as const, kind: 'page' as const, isPrivate })),
  ...ADMIN_PAGES.map(({ path }) => ({ path: `/admin/${path}`, access: 'admin' as const, kind: 'page' as const, isPrivate: true })),
  ...FEEDS.map((path) => ({ path, access: 'public' as const, kind: 'feed' as const, isPrivate: false })),
]

/** Paths whose parameters have no source. The test fails if there are any. */
export const UNKNOWN_PATHS = SOURCES.map(({ path }) => path).filter((path) => path.includes('/:') && !(path in PARAMETERS))

interface ReadOptions {
  /** Key of a link, in place of `unknown`. */
  key?: string | undefined
  /** Column values by table, in place of those of the newest row. */
  rows?: Record<string, Record<string, unknown>>
}

/** Lists all reads. Single items are the newest of their table, which a prepared call has created. */
export async function listReads(world: World, { key, rows = {} }: ReadOptions = {}): Promise<Read[]> {
  const newest = await findNewest(world)
  for (const [table, row] of Object.entries(rows)) newest.set(table, { ...newest.get(table), ...row })
  const fill = (given: Record<string, Column | string>): Record<string, string> | undefined => {
    const values = Object.entries(given).map(([name, from]) => {
      if (typeof from === 'string') return [name, from.startsWith('unknown') && key !== undefined ? key : from]
      return [name, newest.get(from[0])?.[from[1]]]
    })
    return values.some(([, value]) => value === undefined || value === null) ? undefined : Object.fromEntries(values)
  }
  return SOURCES.flatMap((source) => {
    const params = fill(PARAMETERS[source.path] ?? {})
    if (!params) return []
    return (QUERIES[source.path] ?? [{}]).flatMap((given) => {
      const query = fill(given)
      if (!query) return []
      const isAboutOne = [PARAMETERS[source.path] ?? {}, given].some((from) => Object.values(from).some((one) => typeof one !== 'string'))
      return [{ ...source, isAboutOne, input: { params, query }, url: urlFor(source.path, { params, query }) }]
    })
  })
}

const COLUMNS = [...Object.values(PARAMETERS), ...Object.values(QUERIES).flat()]
  .flatMap((given) => Object.values(given))
  .filter((from) => typeof from !== 'string')
const TABLES = Map.groupBy(COLUMNS, ([table]) => table)

async function findNewest({ db }: World): Promise<Map<string, Record<string, unknown>>> {
  const newest = new Map<string, Record<string, unknown>>()
  for (const [table, columns] of TABLES) {
    const names = [...new Set(columns.map(([, column]) => column))]
    const row = await forAnyTable(db).selectFrom(table).select(names).orderBy('id', 'desc').limit(1).executeTakeFirst()
    if (row) newest.set(table, row)
  }
  return newest
}
