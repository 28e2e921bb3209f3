/** Tests every list in each of its sort orders: its pages together are the whole list, in the order of `list-orders.ts`, on both engines. */
// Daily on PostgreSQL too: missing values, letters with accents and equal keys are ordered by rules of each engine.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { features } from '#app/features.ts'
import { apiRoutes } from '#app/registry.ts'
import { forAnyTable, type AnyRow } from '#db/any-table.ts'
import { computeHelpfulness } from '#features/reviews/review-sort.policy.ts'
import { collectSources, rebuildIndex } from '#features/search/indexing/search-index.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { urlFor } from '#platform/client/api.client.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { MAIN_HOST, openTestInstallation, silentLog, type TestInstallation } from '#tests/support/test-installation.ts'
import { LIST_ORDERS, OTHER_LISTS, type ListOrder } from './list-orders.ts'
import { insertTiedRows, type TiedRows } from './tied-rows.ts'

let net: TestInstallation
let tied: TiedRows
beforeAll(async () => {
  net = await openTestInstallation({ content: 'empty' })
  await net.start()
  net.viewer = await makeUser(net.ctx, { isAdmin: true })
  tied = await insertTiedRows(net.ctx, net.viewer.id)
})
afterAll(() => net.close())

type Item = Record<string, unknown>
const byText = (a = '', b = ''): number => Number(a > b) - Number(a < b)

const lists = apiRoutes.map(({ endpoint }) => endpoint).filter(({ list }) => list)
const shapeOf = ({ query }: Endpoint) =>
  (z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, { enum?: string[]; maximum?: number }> })
    .properties ?? {}
const sortsOf = (endpoint: Endpoint): (string | undefined)[] => shapeOf(endpoint)['sort']?.enum ?? [undefined]
/** Returns the parameter for the page size; undefined for lists without pages. */
const sizeOf = (endpoint: Endpoint): 'perPage' | 'limit' | undefined => {
  const shape = shapeOf(endpoint)
  if (!('page' in shape)) return undefined
  return 'perPage' in shape ? 'perPage' : 'limit'
}
const cases = lists
  .filter(({ path }) => OTHER_LISTS[path] === undefined)
  .flatMap((endpoint) => sortsOf(endpoint).map((sort) => ({ title: `${endpoint.path}${sort ? `?sort=${sort}` : ''}`, endpoint, sort })))

/** Returns the id for the path of a list about one item. */
const idOf = (path: string): number => {
  if (path === '/api/forums/:id/history') return tied.topicId
  return path === '/api/forum-replies/:id/history' ? tied.replyId : tied.adminId
}
const ask = (path: string, query: object) => {
  const params = { id: idOf(path), categoryId: 1, forumId: tied.topicId, productId: tied.productId, ...LIST_ORDERS[path]?.params?.(tied) }
  return net.ask(MAIN_HOST, urlFor(path, { params, query: { ...LIST_ORDERS[path]?.query?.(tied), ...query } }))
}
/** Returns the key of an item: its id, with its kind if the list has rows of several tables. */
const keyOf = ({ id, kind, badge }: Item, isMixed: boolean): string =>
  `${isMixed ? String(kind) : ''}${String(id ?? (badge as Item)['id'])}`

test('a response that is an array is declared a list', () => {
  const undeclared = apiRoutes.filter(({ endpoint }) => endpoint.response instanceof z.ZodArray && !endpoint.list)
  expect(undeclared.map(({ endpoint: { method, path } }) => `${method} ${path}`)).toEqual([])
})

test('list-orders.ts has every sort order of every list', () => {
  const stated = Object.entries(LIST_ORDERS).flatMap(([path, { orders }]) => Object.keys(orders).map((sort) => `${path} ${sort}`))
  expect(cases.map(({ endpoint, sort }) => `${endpoint.path} ${sort ?? ''}`).toSorted()).toEqual(stated.toSorted())
})

describe('ADM-ENQ-38 the list', () => {
  test.each(cases)('$title has each item once over its pages, in the stated order', async ({ endpoint, sort }) => {
    const { path } = endpoint
    const size = sizeOf(endpoint)
    const whole = await ask(path, { sort, ...(size ? { [size]: shapeOf(endpoint)[size]?.maximum } : {}) })
    expect(whole.status, whole.text).toBe(200)
    const items = whole.body as Item[]
    expect(items.length).toBeGreaterThan(path === '/api/admin/webhooks' ? 0 : 2)
    expect(Number(whole.headers['x-total-count'])).toBe(items.length)
    const stated = LIST_ORDERS[path] as ListOrder
    const keys = items.map((item) => keyOf(item, stated.tables !== undefined))
    expect(keys).toEqual(await orderRows(stated, stated.orders[sort ?? ''] ?? '', keys))
    for (const perPage of size ? [1, 2, 3, 7] : [])
      expect(await walk(path, { sort, [size ?? '']: perPage }, items.length), `${perPage}`).toEqual(items)
  })
  test.each(Object.keys(OTHER_LISTS))('%s returns its total count and links', async (path) => {
    const [product] = (await ask('/api/products', {})).body as Item[]
    const query = { '/api/votes/mine': { topicId: tied.topicId }, '/api/products/compare': { p: product?.['slug'] } }[path]
    const { status, body, headers } = await ask(path, {
      ...(path === '/api/products/figures' ? { category: 'solar-panels' } : {}),
      ...query,
    })
    expect(status).toBe(200)
    expect(Number(headers['x-total-count'])).toBeGreaterThanOrEqual((body as Item[]).length)
    expect(headers['link']).toMatch(/rel="first".*rel="last"/)
  })
  test('of reference values has each item once over its pages', async () => {
    const query = { search: 'heat' }
    const { body } = await ask('/api/admin/figures', query)
    expect((body as Item[]).length).toBeGreaterThan(5)
    for (const perPage of [1, 2, 3, 7])
      expect(await walk('/api/admin/figures', { ...query, perPage }, (body as Item[]).length)).toEqual(body)
  })
})

/** Reads all pages of a list by following its `next` links. */
async function walk(path: string, query: object, total: number): Promise<Item[]> {
  const found: Item[] = []
  let reply = await ask(path, query)
  for (let page = 1; page <= total; page++) {
    expect(Number(reply.headers['x-total-count'])).toBe(total)
    found.push(...(reply.body as Item[]))
    const next = /<[^>]*?(\/api[^>]*)>; rel="next"/.exec(String(reply.headers['link']))?.[1]
    if (next === undefined) return found
    reply = await net.ask(MAIN_HOST, next)
  }
  return found
}

/** Sorts the keys of a list by their rows in this process: texts by code points, missing values last. */
async function orderRows({ table, tables }: ListOrder, order: string, keys: string[]): Promise<string[]> {
  const wanted = new Set(keys)
  const rows: (AnyRow & { key: string })[] = []
  for (const name of tables ?? [table]) {
    const kind = tables ? KINDS[name] : ''
    for (const row of await forAnyTable(net.main.db).selectFrom(name).selectAll().execute()) {
      const key = `${kind}${String(row['id'])}`
      if (wanted.has(key)) rows.push({ ...row, ...computedOf(row), kind: kind ?? '', key })
    }
  }
  return rows.toSorted(comparator(order)).map(({ key }) => key)
}
const KINDS: Record<string, string> = { topics: 'topic', replies: 'reply' }

const computedOf = ({ upvotes, downvotes }: AnyRow): AnyRow =>
  upvotes === undefined ? {} : { helpfulness: computeHelpfulness(Number(upvotes), Number(downvotes)) }

function comparator(order: string): (a: AnyRow, b: AnyRow) => number {
  const terms = order.split(', ').map((term) => ({ column: term.replace(/ .*/, ''), sign: term.endsWith(' desc') ? -1 : 1 }))
  return (a, b) => {
    for (const { column, sign } of terms) {
      const result = compare(a[column], b[column], sign)
      if (result !== 0) return result
    }
    return 0
  }
}

function compare(a: AnyRow[string] | undefined, b: AnyRow[string] | undefined, sign: number): number {
  if (a === undefined || b === undefined) throw new Error('The order names a column that is not there.')
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'string' && typeof b === 'string') return sign * Buffer.compare(Buffer.from(a), Buffer.from(b))
  return sign * (Number(a) - Number(b))
}

describe('search, feed and sitemap', () => {
  test('search results have each item once over their pages', async () => {
    const sources = collectSources(() => features)
    await rebuildIndex({ ...net.ctx, log: silentLog }, sources)
    const search = async (query: object) => (await net.ask(MAIN_HOST, urlFor('/api/search', { query: { q: 'alder', ...query } }))).body
    const whole = await search({ perPage: 50 })
    expect(whole.results.length).toBe(whole.total)
    expect(whole.total).toBeGreaterThan(10)
    for (const perPage of [1, 3, 7]) {
      const found: Item[] = []
      for (let page = 1; (page - 1) * perPage < whole.total; page++) found.push(...((await search({ page, perPage })).results as Item[]))
      expect(found).toEqual(whole.results)
    }
  })

  test('the feed and the sitemap contain the articles and topics of their lists', async () => {
    const read = async (url: string) => (await net.ask(MAIN_HOST, url)).text
    const pathsIn = (text: string, kind: string) =>
      [...text.matchAll(new RegExp(`http://[^/"<]+(/${kind}/[^"<#]+)["<]`, 'g'))].map(([, path]) => path)
    const articles = ((await ask('/api/articles', {})).body as Item[]).map(({ slug }) => `/articles/${String(slug)}`)
    const dated = ((await ask('/api/articles', {})).body as Item[]).filter(({ publishedAt }) => publishedAt !== null)
    const topics = ((await ask('/api/forums', {})).body as Item[]).map(({ id }) => `/forum/${String(id)}`)
    // Texts of experts have paths below /articles too.
    const isArticle = (path = '') => path.startsWith('/articles/article-')
    const feed = (await net.ask(MAIN_HOST, '/feed.json')).body as { items: { url: string }[] }
    const fed = feed.items.map(({ url }) => new URL(url).pathname)
    expect(fed.filter(isArticle)).toEqual(dated.map(({ slug }) => `/articles/${String(slug)}`))
    const maps = new Set([...(await read('/sitemap.xml')).matchAll(/http:\/\/[^/]+(\/sitemaps\/[^<]+)/g)].map(([, path]) => path ?? ''))
    let all = ''
    for (const map of maps) all += await read(map)
    expect(pathsIn(all, 'articles').filter(isArticle).toSorted(byText)).toEqual(articles.toSorted(byText))
    expect(pathsIn(all, 'forum').toSorted(byText)).toEqual(topics.toSorted(byText))
  })
})
