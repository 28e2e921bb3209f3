/** API calls in process, tested with minimal endpoints. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import { ApiError } from '#platform/client/api.client.ts'
import type { ViewedItem, Viewer } from '#platform/contract/context.ts'
import { indexRoutes, inProcessTransport, type CachedData } from '#platform/http/in-process-transport.ts'
import { TableCache } from '#platform/cache/table-cache.ts'
import { MEMBER, openMinimalApi, ORIGIN, TOPIC, type MinimalApi } from '#tests/support/minimal-api.ts'

let api: MinimalApi
beforeAll(async () => {
  api = await openMinimalApi()
})
afterAll(() => api.close())
beforeEach(() => api.reset())

describe('the in-process transport', () => {
  let index: ReturnType<typeof indexRoutes>
  let data: TableCache<CachedData>
  let views: ViewedItem[]
  let personal: number
  beforeEach(() => {
    index = indexRoutes(api.routes)
    data = new TableCache(api.caches, 1_000_000)
    views = []
    personal = 0
  })
  const caller = { clientIp: '10.0.0.1', userAgent: '', origin: ORIGIN }
  const transportOf = (isCached = true) =>
    inProcessTransport(
      index,
      { ...api.contextOf(), caller, recordView: (one) => void views.push(one) },
      isCached ? data : undefined,
      () => void (personal += 1),
    )
  async function call(method: string, path: string, input = {}, isCached = true) {
    const tables: string[][] = []
    const dependencies = createDependencies()
    const result = await trackDependencies(dependencies, () =>
      transportOf(isCached)(method, path, input, (from) => void tables.push([...from])),
    )
    return { result, tables, reads: [...dependencies.reads].toSorted(), writes: [...dependencies.writes] }
  }

  test('caches public reads, and callers inherit their dependencies', async () => {
    const first = await call('GET', '/api/things/:id', { params: { id: 5 } })
    expect(first).toEqual({ result: { name: 'call 1' }, tables: [['settings', 'topics']], reads: ['settings', 'topics'], writes: [] })
    expect(await call('GET', '/api/things/:id', { params: { id: 5 } })).toEqual(first)
    expect((await call('GET', '/api/things/:id', { params: { id: 6 } })).result).toEqual({ name: 'call 2' })
    expect(views).toEqual([TOPIC, TOPIC, TOPIC])
    expect(api.calls[0]?.ctx.caller).toBeUndefined()
    api.caches.invalidate(api.sites.main.id, ['topics'])
    expect((await call('GET', '/api/things/:id', { params: { id: 5 } })).result).toEqual({ name: 'call 3' })
    expect(data.size.entries).toBe(2)
    expect(personal).toBe(0)
  })

  test('reads without a cache each time, as the caller', async () => {
    const one = await call('GET', '/api/things', { query: { page: 2 } }, false)
    expect(one).toEqual({
      result: { items: [{ name: 'call 1' }], total: 30 },
      tables: [['products', 'settings', 'topics']],
      reads: ['products:id=5', 'topics'],
      writes: [],
    })
    expect((await call('GET', '/api/things', { query: { page: 2 } }, false)).result).toMatchObject({ items: [{ name: 'call 2' }] })
    expect(api.calls[0]?.ctx.caller).toEqual(caller)
  })

  test.each<[method: string, path: string, actor: Viewer | null, isPersonal: boolean]>([
    ['GET', '/api/things', MEMBER, false],
    ['GET', '/api/private', null, true],
    ['GET', '/api/member', MEMBER, true],
    ['GET', '/api/storable', MEMBER, false],
    ['POST', '/api/things', null, false],
  ])('does not cache %s %s for %j', async (method, path, actor, isPersonal) => {
    api.viewer = actor
    await call(method, path)
    await call(method, path)
    expect(api.calls.length).toBe(2)
    expect(data.size.entries).toBe(0)
    expect(personal).toEqual(isPersonal ? 2 : 0)
  })

  test('reports the tables written, even if the write fails', async () => {
    const tables = ['topics:id=5', 'secrets', 'articles']
    expect(await call('POST', '/api/things')).toMatchObject({ result: { name: 'call 1' }, writes: tables, tables: [['settings']] })
    const dependencies = createDependencies()
    const failing = trackDependencies(dependencies, () => transportOf()('POST', '/api/things', { body: { does: 'fail' } }))
    await expect(failing).rejects.toMatchObject({ status: 400, serverMessage: 'Too bad.', errors: [{ path: 'does', message: 'Bad.' }] })
    await expect(failing).rejects.toThrow(ApiError)
    expect([...dependencies.writes]).toEqual(tables)
  })

  test.each<[what: string, path: string, error: unknown, expected: object, log: string | undefined]>([
    ['a missing path', '/api/nowhere', undefined, { status: 404, serverMessage: 'No such page.', errors: [] }, undefined],
    ['a refused call', '/api/member', undefined, { status: 401, serverMessage: 'Please sign in first.', errors: [] }, undefined],
    [
      'a database that cannot be reached',
      '/api/fail',
      Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }),
      { status: 503, serverMessage: 'The site cannot reach its data just now. Please try again in a moment.', errors: [] },
      'database unreachable',
    ],
    [
      'an unexpected error',
      '/api/fail',
      new Error('secret'),
      { status: 500, serverMessage: 'Something broke on our side.', errors: [] },
      'page data loading failed',
    ],
  ])('reports %s as over HTTP', async (_what, path, error, expected, log) => {
    api.failure = error
    await expect(call('GET', path)).rejects.toMatchObject(expected)
    expect(api.logged).toEqual(log === undefined ? [] : [[{ err: error, path }, log]])
  })
})
