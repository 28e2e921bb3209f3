/** Tests page loaders on the server and in the browser, and forms that work without JavaScript. */
import { QueryClient } from '@tanstack/react-query'
import { RouterContextProvider, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { describe, expect, test } from 'vitest'
import { ApiError, type ApiTransport } from '#platform/client/api.client.ts'
import { createLoader, pageContext, PageLoad, type PageContext } from './page-load.client.ts'
import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { findQueryTables } from '#platform/client/query-refresh.client.ts'

const keyOf = (path: string, input = {}) => ({ queryKey: [path, input] as const })
/** A transport that returns the path of each call and fails for some paths. */
function makeTransport() {
  const calls: unknown[] = []
  const transport: ApiTransport = async (method, path, input, onTables) => {
    calls.push([method, path, input])
    if (path === '/api/gone') throw new ApiError(410, 'Gone.')
    if (path === '/api/broken') throw new Error('broken')
    onTables?.(['topics'])
    return path
  }
  return { transport, calls }
}
const argsOf = (context: PageContext, url = 'https://example.org/things/7?page=2&sort=new', request?: Request) => {
  const provider = new RouterContextProvider()
  provider.set(pageContext, context)
  return { params: { id: '7' }, request: request ?? new Request(url), context: provider } as unknown as LoaderFunctionArgs &
    ActionFunctionArgs
}
const serverContext = (overrides: Partial<PageContext> = {}) => {
  const { transport, calls } = makeTransport()
  const queryClient = new QueryClient()
  return { calls, queryClient, context: { queryClient, transport, ...overrides } satisfies PageContext }
}
const pageOf = (context: PageContext, url?: string) => new PageLoad(context, argsOf(context, url))
const formatResponse = (response: unknown) => {
  if (!(response instanceof Response)) return response
  return [response.status, response.headers.get('location')]
}

describe('a page on the server', () => {
  test('loads each query once and records its tables', async () => {
    const { context, queryClient, calls } = serverContext()
    const page = pageOf(context)
    expect(page).toMatchObject({ params: { id: '7' }, status: 200, response: null })
    expect(page.search.get('page')).toBe('2')
    expect(await page.required(keyOf('/api/a', { query: { page: 2 } }))).toBe('/api/a')
    expect(await page.optional(keyOf('/api/a', { query: { page: 2 } }))).toBe('/api/a')
    expect(await page.optional(keyOf('/api/b'))).toBe('/api/b')
    expect(calls).toEqual([
      ['GET', '/api/a', { query: { page: 2 } }],
      ['GET', '/api/b', {}],
    ])
    expect(queryClient.getQueryData(['/api/b', {}])).toBe('/api/b')
    expect(findQueryTables(queryClient, ['/api/b', {}])).toEqual(['topics'])
    expect(page.status).toBe(200)
  })

  test.each([
    ['/api/gone', 410],
    ['/api/broken', 500],
  ])('has the status of a failed required query (%s), not of an optional one', async (path, status) => {
    const { context, queryClient } = serverContext()
    const page = pageOf(context)
    expect(await page.optional(keyOf(path))).toBeUndefined()
    expect(page).toMatchObject({ status: 200, response: null })
    expect(await page.required(keyOf(path))).toBeUndefined()
    expect(page).toMatchObject({ status, response: { data: null, init: { status } } })
    const state = queryClient.getQueryState([path, {}])
    expect(state).toMatchObject({ status: 'error', error: expect.any(Error), errorUpdateCount: 1, data: undefined })
  })

  test.each([
    ['https://example.org/a?page=2&sort=new', 301, '/b?page=2&sort=new', 308, '/b'],
    ['https://example.org/a', 301, '/b', 308, '/b'],
  ])('redirects %s permanently and to a canonical URL', (url, movedStatus, path, canonicalStatus, canonical) => {
    const page = pageOf(serverContext().context, url)
    page.status = 404
    page.redirectPermanently('/b')
    expect(formatResponse(page.response)).toEqual([movedStatus, path])
    page.redirectToCanonical('/b')
    expect(formatResponse(page.response)).toEqual([canonicalStatus, canonical])
  })

  test('waits for its load function and rethrows its errors', async () => {
    const { context, calls } = serverContext()
    const load = createLoader(async (page) => void (await page.required(keyOf('/api/gone'))))
    expect(await load(argsOf(context))).toMatchObject({ init: { status: 410 } })
    expect(calls).toHaveLength(1)
    await expect(createLoader(async () => Promise.reject(new Error('broken')))(argsOf(context))).rejects.toThrow('broken')
  })
})

describe('a page in the browser', () => {
  test('does not wait for its queries and ignores their errors', async () => {
    const queryClient = new QueryClient({
      defaultOptions: { queries: { queryFn: async ({ queryKey }) => `from ${String(queryKey[0])}`, retry: false } },
    })
    const gate = Promise.withResolvers<void>()
    const loaded: unknown[] = []
    const load = createLoader(async (page) => {
      await gate.promise
      loaded.push(await page.required(keyOf('/api/a')))
      throw new Error('broken')
    })
    expect(await load(argsOf({ queryClient }))).toBeNull()
    gate.resolve()
    await expect.poll(() => loaded).toEqual(['from /api/a'])
    expect(queryClient.getQueryData(['/api/a', {}])).toBe('from /api/a')
  })
})

describe('a form without JavaScript', () => {
  const post = async (send: Parameters<typeof parsePlainForm<'title' | 'text'>>[0]['send'], body: Record<string, string> | FormData) => {
    const request = new Request('https://example.org/things/7', {
      method: 'POST',
      body: body instanceof FormData ? body : new URLSearchParams(body),
    })
    const action = parsePlainForm({ fields: ['title', 'text'], send })
    return action(argsOf(serverContext().context, undefined, request))
  }

  test('calls the API with normalised line breaks and redirects', async () => {
    let sent: unknown
    const response = await post(
      async (api, values, params) => {
        sent = [await api('GET /api/site', {}), values, params]
        return '/thanks'
      },
      { title: 'One', text: 'a\r\nb\r\n', more: 'x' },
    )
    expect(formatResponse(response)).toEqual([303, '/thanks'])
    expect(sent).toEqual(['/api/site', { title: 'One', text: 'a\nb\n' }, { id: '7' }])
  })

  test('reads missing fields and files as empty', async () => {
    const form = new FormData()
    form.set('title', new File(['x'], 'x.txt'))
    let sent: unknown
    await post(async (_api, values) => ((sent = values), '/'), form)
    expect(sent).toEqual({ title: '', text: '' })
  })

  test.each([
    [404, null],
    [410, null],
    [400, { values: { title: 'One', text: '' }, errors: { title: 'Too short.' } }],
    [409, { values: { title: 'One', text: '' }, errors: { title: 'Too short.' } }],
  ])('returns input and errors after an API error %i', async (status, data) => {
    const errors = [
      { path: 'title', message: 'Too short.' },
      { path: 'title', message: 'Also wrong.' },
      { path: 'elsewhere', message: 'Not of this form.' },
    ]
    const rejectAll = async () => Promise.reject(new ApiError(status, 'No.', { errors }))
    expect(await post(rejectAll, { title: 'One' })).toMatchObject({ data, init: { status } })
  })

  test('rethrows unexpected errors, and fails in the browser', async () => {
    await expect(post(async () => Promise.reject(new Error('broken')), {})).rejects.toThrow('broken')
    const action = parsePlainForm({ fields: ['title'], send: async () => '/' })
    await expect(action(argsOf({ queryClient: new QueryClient() }))).rejects.toThrow('Plain forms are handled on the server only.')
  })
})
