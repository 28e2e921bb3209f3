/** Writes, uploads and rate limits of the API over HTTP, tested with minimal endpoints. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Viewer } from '#platform/contract/context.ts'
import { ADMIN, JSON_TYPE, MEMBER, openMinimalApi, type MinimalApi } from '#tests/support/minimal-api.ts'

let api: MinimalApi
beforeAll(async () => {
  api = await openMinimalApi()
})
afterAll(() => api.close())
beforeEach(() => api.reset())

describe('a write', () => {
  test('reports the tables written, and invalidates what depends on them', async () => {
    const before = await api.ask('/api/things')
    api.notified = []
    const response = await api.post('/api/things')
    expect(response).toMatchObject({
      status: 201,
      text: '{"name":"call 2"}',
      headers: {
        'content-type': JSON_TYPE,
        'x-made': 'yes',
        'x-written-tables': 'articles,topics',
        'set-cookie': '__Host-fresh=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
      },
    })
    const tables = ['topics:id=5', 'secrets', 'articles']
    expect(api.notified).toEqual([
      ['invalidate', api.sites.main.id, tables],
      ['written', api.sites.main.id, tables],
    ])
    api.caches.invalidate(api.sites.main.id, ['topics'])
    expect((await api.ask('/api/things')).text).not.toBe(before.text)
  })

  test('that fails still invalidates', async () => {
    const { status, headers } = await api.post('/api/things', { does: 'fail' })
    expect(status).toBe(400)
    expect(headers['x-written-tables']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
    expect(api.notified.map((one) => (one as string[])[0])).toEqual(['invalidate', 'written'])
  })

  test('that changes nothing invalidates nothing', async () => {
    const { status, headers } = await api.post('/api/things', { does: 'nothing' })
    expect(status).toBe(201)
    expect(headers['x-written-tables']).toBeUndefined()
    expect(api.notified).toEqual([])
  })

  test('that finds an existing item returns 200', async () => {
    expect((await api.post('/api/things', { does: 'find' })).status).toBe(200)
  })

  test('reports secret tables to administrators only', async () => {
    api.viewer = ADMIN
    expect((await api.post('/api/things')).headers['x-written-tables']).toBe('articles,secrets,topics')
    api.viewer = MEMBER
    expect((await api.post('/api/things')).headers['x-written-tables']).toBe('articles,topics')
  })

  test('sets the fresh cookie for visitors, and for members only with several processes', async () => {
    const isMarked = async (url: string, actor: Viewer | null) => {
      api.viewer = actor
      return 'set-cookie' in (await api.post(url)).headers
    }
    expect(await isMarked('/api/things', null)).toBe(true)
    expect(await isMarked('/api/look', null)).toBe(false)
    expect(await isMarked('/api/things', MEMBER)).toEqual(api.sites.engine.name !== 'sqlite')
  })

  test.each([
    ['application/json', 201],
    ['Application/JSON; charset=utf-8', 201],
    ['text/plain', 415],
    ['application/jsonp', 415],
    ['application/x-www-form-urlencoded', 415],
  ])('with content type %s returns %i', async (type, status) => {
    const response = await api.post('/api/things', '{}', { headers: { 'content-type': type } })
    expect(response.status).toBe(status)
    const refusal = { message: 'Send JSON with the content type application/json.', code: 'request.not_json' }
    expect(JSON.parse(response.text)).toMatchObject(status === 415 ? refusal : {})
  })

  test('requires a body, except for a deletion', async () => {
    expect((await api.ask('/api/things', { method: 'POST' })).status).toBe(415)
    expect((await api.ask('/api/things/5', { method: 'DELETE' })).status).toBe(200)
  })

  test('accepts a body up to the contract’s limit', async () => {
    const of = (length: number) => `{"does":"${'x'.repeat(length - 11)}"}`
    const json = { headers: { 'content-type': 'application/json' } }
    expect((await api.post('/api/things', of(60), json)).status).toBe(201)
    expect((await api.post('/api/things', of(61), json)).status).toBe(413)
    expect((await api.post('/api/look', of(1000), json)).status).toBe(201)
  })
})

describe('an upload', () => {
  const send = (type: string, length = 50) => api.post('/api/picture', 'x'.repeat(length), { headers: { 'content-type': type } })
  test('is rejected before it is read, by permission, size and type', async () => {
    const responses: [number, string][] = []
    const note = async ({ status, text }: { status: number; text: string }) =>
      void responses.push([status, (JSON.parse(text) as { code?: string; name?: string }).code ?? JSON.parse(text).name])
    await note(await send('image/png'))
    api.viewer = MEMBER
    await note(await send('image/png', 51))
    await note(await send('application/json'))
    await note(await send('x-image/png'))
    await note(await send('IMAGE/png'))
    const { features } = api.sites.main.settings
    api.sites.main.settings.features = { ...features, forums: false }
    api.viewer = null
    await note(await send('text/plain'))
    api.sites.main.settings.features = features
    expect(responses).toEqual([
      [401, 'auth.sign_in_needed'],
      [413, 'request.too_large'],
      [415, 'request.not_a_file'],
      [415, 'request.not_a_file'],
      [201, '50 bytes'],
      [404, 'page.not_found'],
    ])
  })
})

test('a rate limit counts each caller separately, with one store per endpoint', async () => {
  const limited = async (caller: string) => {
    const { status, headers } = await api.post('/api/limited', {}, { headers: { 'x-caller': caller } })
    return { status, limit: headers['x-ratelimit-limit'], remaining: headers['x-ratelimit-remaining'] }
  }
  expect(await limited('a')).toEqual({ status: 201, limit: '2', remaining: '1' })
  expect(await limited('a')).toEqual({ status: 201, limit: '2', remaining: '0' })
  expect(await limited('b')).toEqual({ status: 201, limit: '2', remaining: '1' })
  expect((await limited('a')).status).toBe(429)
  const { headers } = await api.post('/api/limited', {}, { headers: { 'x-caller': 'c' } })
  expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(120)
  expect(Number(headers['x-ratelimit-reset'])).toBeLessThanOrEqual(180)
  expect([...api.limiters.keys()]).toEqual(['/api/limited'])
})
