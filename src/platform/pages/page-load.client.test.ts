/** What a page waits for on the server and in the browser, and what is answered beside it. With forms that work without a script. */
import { QueryClient } from '@tanstack/react-query'
import { RouterContextProvider, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { describe, expect, test } from 'vitest'
import { ApiError, type ApiTransport } from '#platform/client/api.client.ts'
import { createLoader, pageContext, PageLoad, type PageContext } from './page-load.client.ts'
import { parsePlainForm } from '#platform/client/forms/plain-form.client.ts'
import { findQueryTables } from '#platform/client/query-refresh.client.ts'

const keyOf = (path: string, input = {}) => ({ queryKey: [path, input] as const })
/** Answers with the path that was asked, and says what it was made from; some paths fail. */
function makeTransport() {
  const asked: unknown[] = []
  const transport: ApiTransport = async (method, path, input, onTables) => {
    asked.push([method, path, input])
    if (path === '/api/gone') throw new ApiError(410, 'Gone.')
    if (path === '/api/broken') throw new Error('broken')
    onTables?.(['topics'])
    return path
  }
  return { transport, asked }
}
const argsOf = (context: PageContext, url = 'https://example.org/things/7?page=2&sort=new', request?: Request) => {
  const provider = new RouterContextProvider()
  provider.set(pageContext, context)
  return { params: { id: '7' }, request: request ?? new Request(url), context: provider } as unknown as LoaderFunctionArgs &
    ActionFunctionArgs
}
const serverContext = (more: Partial<PageContext> = {}) => {
  const { transport, asked } = makeTransport()
  const queryClient = new QueryClient()
  return { asked, queryClient, context: { queryClient, transport, ...more } satisfies PageContext }
}
const pageOf = (context: PageContext, url?: string) => new PageLoad(context, argsOf(context, url))
const formatResponse = (response: unknown) => {
  if (!(response instanceof Response)) return response
  return [response.status, response.headers.get('location')]
}

describe('on the server', () => {
  test('a page knows its address, asks once for each thing, and remembers what it is made from', async () => {
    const { context, queryClient, asked } = serverContext()
    const page = pageOf(context)
    expect([page.params, page.search.get('page'), page.status, page.response]).toEqual([{ id: '7' }, '2', 200, null])
    expect(await page.required(keyOf('/api/a', { query: { page: 2 } }))).toBe('/api/a')
    expect(await page.optional(keyOf('/api/a', { query: { page: 2 } }))).toBe('/api/a')
    expect(await page.optional(keyOf('/api/b'))).toBe('/api/b')
    expect(asked).toEqual([
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
  ])('what it is about fails (%s), and so does the page; what it can do without does not', async (path, status) => {
    const { context, queryClient } = serverContext()
    const page = pageOf(context)
    expect(await page.optional(keyOf(path))).toBeUndefined()
    expect([page.status, page.response]).toEqual([200, null])
    expect(await page.required(keyOf(path))).toBeUndefined()
    expect([page.status, page.response]).toEqual([status, expect.objectContaining({ data: null, init: { status } })])
    const state = queryClient.getQueryState([path, {}])
    expect(state).toMatchObject({ status: 'error', error: expect.any(Error), errorUpdateCount: 1, data: undefined })
  })

  test.each([
    ['https://example.org/a?page=2&sort=new', 301, '/b?page=2&sort=new', 308, '/b'],
    ['https://example.org/a', 301, '/b', 308, '/b'],
  ])('%s has another address', (url, moved, path, same, canonical) => {
    const page = pageOf(serverContext().context, url)
    page.status = 404
    page.redirectPermanently('/b')
    expect(formatResponse(page.response)).toEqual([moved, path])
    page.redirectToCanonical('/b')
    expect(formatResponse(page.response)).toEqual([same, canonical])
  })

  test('a loader waits for all that its page needs, and passes on what breaks', async () => {
    const { context, asked } = serverContext()
    const load = createLoader(async (page) => void (await page.required(keyOf('/api/gone'))))
    expect(await load(argsOf(context))).toMatchObject({ init: { status: 410 } })
    expect(asked).toHaveLength(1)
    await expect(createLoader(async () => Promise.reject(new Error('broken')))(argsOf(context))).rejects.toThrow('broken')
  })
})

describe('in the browser', () => {
  test('a page moves at once, whatever comes of what it asks', async () => {
    const queryClient = new QueryClient({
      defaultOptions: { queries: { queryFn: async ({ queryKey }) => `from ${String(queryKey[0])}`, retry: false } },
    })
    const gate = Promise.withResolvers<void>()
    const found: unknown[] = []
    const load = createLoader(async (page) => {
      await gate.promise
      found.push(await page.required(keyOf('/api/a')))
      throw new Error('broken')
    })
    expect(await load(argsOf({ queryClient }))).toBeNull()
    gate.resolve()
    await expect.poll(() => found).toEqual(['from /api/a'])
    expect(queryClient.getQueryData(['/api/a', {}])).toBe('from /api/a')
  })
})

describe('a form without a script', () => {
  const post = async (send: Parameters<typeof parsePlainForm<'title' | 'text'>>[0]['send'], body: Record<string, string> | FormData) => {
    const request = new Request('https://example.org/things/7', {
      method: 'POST',
      body: body instanceof FormData ? body : new URLSearchParams(body),
    })
    const action = parsePlainForm({ fields: ['title', 'text'], send })
    return action(argsOf(serverContext().context, undefined, request))
  }

  test('is sent as a script would send it, and leads to the page that says so', async () => {
    let sent: unknown
    const answer = await post(
      async (api, values, params) => {
        sent = [await api('GET /api/site', {}), values, params]
        return '/thanks'
      },
      { title: 'One', text: 'a\r\nb\r\n', more: 'x' },
    )
    expect(formatResponse(answer)).toEqual([303, '/thanks'])
    expect(sent).toEqual(['/api/site', { title: 'One', text: 'a\nb\n' }, { id: '7' }])
  })

  test('what is left out is empty, and so is a file', async () => {
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
  ])('a refusal with %i comes back with what was typed', async (status, data) => {
    const errors = [
      { path: 'title', message: 'Too short.' },
      { path: 'title', message: 'Also wrong.' },
      { path: 'elsewhere', message: 'Not of this form.' },
    ]
    const refuse = async () => Promise.reject(new ApiError(status, 'No.', { errors }))
    expect(await post(refuse, { title: 'One' })).toMatchObject({ data, init: { status } })
  })

  test('a fault stays one, and nothing is taken in a browser', async () => {
    await expect(post(async () => Promise.reject(new Error('broken')), {})).rejects.toThrow('broken')
    const action = parsePlainForm({ fields: ['title'], send: async () => '/' })
    await expect(action(argsOf({ queryClient: new QueryClient() }))).rejects.toThrow('A plain form is taken on the server.')
  })
})
