/** Behaviour shared by all API endpoints, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { createOperationId } from '#platform/openapi/openapi.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { apiRoutes } from '#app/registry.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const reviewBody = { title: 'x', content: 'x', rating: 5, productId: 1 }
const post = (payload: string | object, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'POST', url: '/api/reviews', payload, headers: { 'content-type': 'application/json', ...headers } })

describe('invalid requests return the same error shape', () => {
  test('malformed JSON returns 400', async () => {
    const response = await post('{"title": ')
    expect(response.statusCode).toBe(400)
    expect(response.json().code).toBe('request.malformed')
  })
  test('an empty body returns 400', async () => {
    expect((await post('')).statusCode).toBe(400)
  })
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'a body of type %s returns 415',
    async (type) => {
      const response = await post(JSON.stringify(reviewBody), { 'content-type': type })
      expect(response.statusCode).toBe(415)
      expect(response.json().code).toBe('request.not_json')
    },
  )
  test('a body over the size limit returns 413', async () => {
    const response = await post(JSON.stringify({ ...reviewBody, content: 'x'.repeat(200_000) }))
    expect(response.statusCode).toBe(413)
    expect(response.json().code).toBe('request.too_large')
  })
  test.each(['[]', '"text"', '5', 'null'])('the JSON body %s instead of an object returns 400', async (payload) => {
    expect((await post(payload)).statusCode).toBe(400)
  })
  test('a body with __proto__ returns 400', async () => {
    expect((await post('{"__proto__": {"isAdmin": true}, "title": "x"}')).statusCode).toBe(400)
  })
  test('an unknown path below /api returns 404 as JSON for every method', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const response = await site.app.inject({ method, url: '/api/nowhere', ...(method === 'POST' ? { payload: {} } : {}) })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ message: 'No such page.', code: 'page.not_found' })
    }
  })
  test('a malformed percent-encoded path returns 400', async () => {
    const response = await site.app.inject('/api/articles/%E0%A4%A')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ message: 'The address is malformed.', code: 'request.malformed' })
  })
  test.each(['a b', '<x>', '[::1', 'x:99999'])('the malformed host %s returns 400', async (host) => {
    const response = await site.app.inject({ url: '/api/site', headers: { host } })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ message: 'The host is malformed.', code: 'request.malformed' })
  })
  test('an unexpected error returns a generic 500 with a request id', async () => {
    const { db } = site.ctx
    await db.schema.alterTable('experts').renameTo('experts_away').execute()
    const response = await site.app.inject('/api/experts')
    await db.schema.alterTable('experts_away').renameTo('experts').execute()
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      message: 'Something broke on our side. Please try again.',
      code: 'fault',
      requestId: response.headers['x-request-id'],
    })
    expect(response.body).not.toMatch(/experts|select|sqlite/i)
  })
})

describe('SEC-13 cross-site writes are rejected', () => {
  const payload = { title: 'x', content: 'x', categoryId: 1 }
  const send = (headers: Record<string, string>) =>
    site.app.inject({ method: 'POST', url: '/api/forums', payload, headers: { host: 'example.org', ...headers } })
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  test.each(foreign)('rejects a write with the headers %o', async (headers) => {
    const response = await send(headers)
    expect(response.statusCode).toBe(403)
    expect(response.json().code).toBe('request.cross_site')
  })
  test('accepts a same-origin write', async () => {
    expect((await send({ origin: 'http://example.org', 'sec-fetch-site': 'same-origin' })).statusCode).toBe(201)
  })
})

describe('response caching', () => {
  test('returns 304 for a matching ETag, and a new response after a write', async () => {
    const first = await site.app.inject('/api/forums')
    const again = await site.app.inject({ url: '/api/forums', headers: { 'if-none-match': String(first.headers['etag']) } })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    const written = await site.app.inject({ method: 'POST', url: '/api/forums', payload: { title: 'New', content: 'New', categoryId: 1 } })
    const after = await site.app.inject({ url: '/api/forums', headers: { 'if-none-match': String(first.headers['etag']) } })
    expect(after.statusCode).toBe(200)
    expect(after.json()[0].id).toBe(written.json().id)
    expect(String(written.headers['set-cookie'])).toMatch(/^fresh=1;.*HttpOnly/)
  })
  test('the ETag of a list changes with its total, even when the page of items is the same', async () => {
    const url = '/api/forums?perPage=1&sort=views'
    const top = (
      await site.app.inject({ method: 'POST', url: '/api/forums', payload: { title: 'Top', content: 'Top', categoryId: 1 } })
    ).json()
    await site.ctx.db.updateTable('topics').set({ views: 1_000_000 }).where('id', '=', top.id).execute()
    site.caches.invalidate(site.ctx.site.id, ['topics'])
    const first = await site.app.inject(url)
    await site.app.inject({ method: 'POST', url: '/api/forums', payload: { title: 'One more', content: 'New', categoryId: 1 } })
    const etag = String(first.headers['etag'])
    const second = await site.app.inject({ url, headers: { 'if-none-match': etag } })
    expect(second.statusCode).toBe(200)
    expect(second.body).toBe(first.body)
    expect(Number(second.headers['x-total-count'])).toBe(Number(first.headers['x-total-count']) + 1)
    const third = await site.app.inject({ url, headers: { 'if-none-match': String(second.headers['etag']) } })
    expect(third.statusCode).toBe(304)
    for (const name of ['x-total-count', 'link', 'cache-control', 'vary', 'x-read-tables'])
      expect(third.headers[name]).toBe(second.headers[name])
  })
  test('unknown query parameters share one cache entry', async () => {
    const before = site.cache.size.entries
    for (const tail of ['?utm_source=a', '?utm_source=b', '?x=1&y=2']) await site.app.inject(`/api/users${tail}`)
    expect(site.cache.size.entries).toBe(before + 1)
  })
  test('compresses with brotli and gzip', async () => {
    for (const encoding of ['br', 'gzip']) {
      const response = await site.app.inject({ url: '/api/categories', headers: { 'accept-encoding': encoding } })
      expect(response.headers['content-encoding']).toBe(encoding)
    }
  })
  test('bypasses the cache after a write and for signed-in clients', async () => {
    await site.app.inject('/api/badges-none')
    const before = site.cache.size.entries
    for (const cookie of ['fresh=1', 'session=abc', 'a=b; session=abc'])
      await site.app.inject({ url: '/api/users?page=7', headers: { cookie } })
    expect(site.cache.size.entries).toBe(before)
  })
})

describe('view counts', () => {
  // Displayed counts may lag by minutes: a view does not invalidate cached responses.
  const viewsOf = async (table: 'articles' | 'topics', id: number) =>
    (await site.ctx.db.selectFrom(table).select('views').where('id', '=', id).executeTakeFirstOrThrow()).views

  test('AMB-24 a view is counted once per visitor, and views are written in batches', async () => {
    const article = await makeArticle(site.ctx, { slug: 'looked-at' })
    const topic = await makeTopic(site.ctx)
    const headers = { 'user-agent': 'Mozilla/5.0', 'x-forwarded-for': '192.0.2.9' }
    for (let i = 0; i < 3; i++) await site.app.inject({ url: `/api/articles/${article.slug}`, headers })
    await site.app.inject({ url: `/api/articles/${article.slug}`, headers: { ...headers, 'x-forwarded-for': '192.0.2.10' } })
    await site.app.inject({ url: `/api/forums/${topic}`, headers })
    expect(await viewsOf('articles', article.id)).toBe(0)
    await site.visits.flush()
    expect(await viewsOf('articles', article.id)).toBe(2)
    expect(await viewsOf('topics', topic)).toBe(1)
  })
  test('HEAD requests, prefetches and robots are not counted as views', async () => {
    const { id, slug } = await makeArticle(site.ctx)
    const url = `/api/articles/${slug}`
    const browser = { 'user-agent': 'Mozilla/5.0', 'x-forwarded-for': '192.0.2.11' }
    const ways: [method: 'GET' | 'HEAD', headers: Record<string, string>][] = [
      ['HEAD', browser],
      ['GET', { ...browser, 'sec-purpose': 'prefetch;prerender' }],
      ['GET', { ...browser, purpose: 'prefetch' }],
      ['GET', { ...browser, 'user-agent': 'Go-http-client/2.0' }],
    ]
    for (const [method, headers] of ways) expect((await site.app.inject({ method, url, headers })).statusCode).toBe(200)
    const views = async () => {
      await site.visits.flush()
      return viewsOf('articles', id)
    }
    expect(await views()).toBe(0)
    await site.app.inject({ url, headers: browser })
    expect(await views()).toBe(1)
  })
})

describe('API description', () => {
  test('names the site and its own URL as server', async () => {
    const { info, servers, paths } = (await site.app.inject({ url: '/api/openapi.json', headers: { host: 'example.org' } })).json()
    expect(info.title).toBe(`${site.ctx.site.settings.name} API`)
    expect(servers[0].url).toBe('http://example.org')
    expect(Object.values(paths).flatMap((item) => Object.keys(item as object))).toHaveLength(apiRoutes.length)
  })
  test('escapes the site’s name in the documentation page', async () => {
    const { settings } = site.ctx.site
    const name = settings.name
    settings.name = '<b>Tom & "Jo"</b>'
    const { headers, body } = await site.app.inject('/api/docs/')
    settings.name = name
    expect(String(headers['content-type'])).toMatch(/text\/html/)
    expect(body).toContain('<title>API · &lt;b&gt;Tom &amp; &quot;Jo&quot;&lt;/b&gt;</title>')
    expect(body).not.toContain('<b>Tom')
    for (const { endpoint } of apiRoutes) expect(body).toContain(`id="${createOperationId(endpoint)}"`)
  })
  test('every public write has a rate limit', () => {
    const open = apiRoutes.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.access === 'public')
    expect(open.length).toBeGreaterThan(3)
    expect(open.filter(({ endpoint }) => !endpoint.rateLimit).map(({ endpoint }) => endpoint.path)).toEqual([])
  })
})

test('health and readiness return ok and ready', async () => {
  expect((await site.app.inject('/healthz')).json().status).toBe('ok')
  expect((await site.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
})
