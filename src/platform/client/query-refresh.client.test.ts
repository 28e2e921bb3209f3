import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryObserver, type QueryKey } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, httpTransport, makeQueryClient } from './api.client.ts'
import { detachQuery, startQueryRefresh, waitForRefresh } from './query-refresh.client.ts'

/** Responses of a server over HTTP, by method and path. */
type Responses = Record<string, { status?: number; headers?: Record<string, string>; body?: string }>
let server: Server
let responses: Responses
let requests: string[]

beforeEach(async () => {
  requests = []
  responses = {
    'GET /api/products': { headers: { 'x-read-tables': 'categories,products' } },
    'GET /api/topics': { headers: { 'x-read-tables': 'topics' } },
    'POST /api/products': { headers: { 'x-written-tables': 'audit_log,products' } },
    'POST /api/quiet': {},
    'POST /api/gone': { status: 410, body: '{"message":"Gone.","code":"product.gone"}' },
    'POST /api/broken': { status: 500 },
    'POST /api/page': { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in to the Wi-Fi</title>' },
  }
  server = createServer((request, response) => {
    const key = `${request.method} ${request.url}`
    requests.push(key)
    const { status = 200, headers = {}, body = '{}' } = responses[key] ?? { status: 404 }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  // Browsers resolve a path against the page's origin.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await new Promise((resolve) => server.close(resolve))
})

const send = (path: string, refetches?: false) => httpTransport('POST', path, refetches === false ? { refetches } : {})

/** Both lists on the screen, loaded. */
async function openScreen() {
  const client = makeQueryClient(httpTransport)
  startQueryRefresh(client)
  const observers = ['/api/products', '/api/topics'].map((path) => new QueryObserver(client, { queryKey: [path, {}] }))
  const stops = observers.map((observer) => observer.subscribe(() => undefined))
  await Promise.all(observers.map((observer) => observer.refetch({ cancelRefetch: false })))
  requests.length = 0
  return { client, productsKey: ['/api/products', {}] satisfies QueryKey, close: () => stops.forEach((stop) => stop()) }
}

describe('a write', () => {
  test('refetches the queries of changed tables and no others', async () => {
    const screen = await openScreen()
    await send('/api/products')
    await waitForRefresh()
    expect(requests).toEqual(['POST /api/products', 'GET /api/products'])
    screen.close()
  })
  test('shares one refetch with consecutive writes', async () => {
    const screen = await openScreen()
    for (let count = 0; count < 3; count++) await send('/api/products')
    await waitForRefresh()
    expect(requests).toEqual([...Array.from({ length: 3 }, () => 'POST /api/products'), 'GET /api/products'])
    screen.close()
  })
  test('refetches also when a write with refetches: false ends last', async () => {
    const screen = await openScreen()
    await send('/api/products')
    await send('/api/quiet', false)
    await expect.poll(() => requests).toEqual(['POST /api/products', 'POST /api/quiet', 'GET /api/products'])
    screen.close()
  })
  test('refetches without waitForRefresh', async () => {
    const screen = await openScreen()
    await send('/api/products')
    await expect.poll(() => requests).toEqual(['POST /api/products', 'GET /api/products'])
    screen.close()
  })
  test('that changed nothing or failed refetches nothing', async () => {
    const screen = await openScreen()
    await send('/api/quiet')
    await expect(send('/api/broken')).rejects.toThrow('500')
    await waitForRefresh()
    expect(requests).toEqual(['POST /api/quiet', 'POST /api/broken'])
    screen.close()
  })
  test('to a deleted item refetches all queries', async () => {
    const screen = await openScreen()
    await expect(send('/api/gone')).rejects.toBeInstanceOf(ApiError)
    await waitForRefresh()
    expect(requests.toSorted()).toEqual(['GET /api/products', 'GET /api/topics', 'POST /api/gone'])
    screen.close()
  })
  test('does not refetch a detached query', async () => {
    const screen = await openScreen()
    detachQuery(screen.client, screen.productsKey)
    await send('/api/products')
    await waitForRefresh()
    expect(requests).toEqual(['POST /api/products'])
    screen.close()
  })
  test('with refetches: false marks the query as stale without refetching it', async () => {
    const screen = await openScreen()
    await send('/api/products', false)
    await waitForRefresh()
    expect(requests).toEqual(['POST /api/products'])
    expect(screen.client.getQueryState(screen.productsKey)?.isInvalidated).toBe(true)
    screen.close()
  })
})

test('an HTML response to an API call is an ApiError, not a SyntaxError', async () => {
  await expect(send('/api/page')).rejects.toMatchObject({
    status: 502,
    serverMessage: undefined,
    message: '502: The response did not come from the site',
  })
})
