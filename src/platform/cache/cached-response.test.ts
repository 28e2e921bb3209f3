/** Sends cached responses before routing, through a real server. */
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { responseHeaders, sendUnrouted } from './cached-response.ts'
import { CachedResponse } from './response-cache.ts'

const BODY = `<p>Sign in</p>${' and so on'.repeat(200)}`
const SECURITY = ['x-content-type-options', 'nosniff']
const VARY = 'accept-encoding, cookie'

const page = (headers: Record<string, string> = {}, status = 200) =>
  new CachedResponse({
    status,
    contentType: 'text/html; charset=utf-8',
    body: BODY,
    headers,
    viewed: undefined,
  })

let send: (request: IncomingMessage, response: ServerResponse) => boolean
const server = createServer((incoming, response) => {
  response.sendDate = false
  response.shouldKeepAlive = false
  if (!send(incoming, response)) response.writeHead(503, ['x-sent', 'nothing', 'content-length', '0']).end()
})
beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')))
afterAll(() => void server.close())

/** Requests with a given sender. @returns `length` in bytes as sent, and the decompressed `text` */
async function fetchFrom(sender: typeof send, headers: Record<string, string> = {}) {
  send = sender
  const { port } = server.address() as AddressInfo
  const [response] = (await once(request({ port, host: '127.0.0.1', headers, agent: false }).end(), 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const { connection: _connection, ...rest } = response.headers
  const decompress = { br: brotliDecompressSync, gzip: gunzipSync }[rest['content-encoding'] ?? '']
  return { status: response.statusCode, headers: rest, length: String(body.length), text: (decompress?.(body) ?? body).toString() }
}
const senderOf = (cached: CachedResponse) => (incoming: IncomingMessage, response: ServerResponse) =>
  sendUnrouted(incoming, response, cached, SECURITY)
const NOTHING = { status: 503, headers: { 'x-sent': 'nothing', 'content-length': '0' }, length: '0', text: '' }

test.each([
  ['br', 'gzip, br'],
  ['gzip', 'gzip'],
  ['identity', ''],
] as const)('sends %s with all headers, also from prepared headers', async (encoding, accept) => {
  const cached = page({ link: '</next>; rel="next"' }, 404)
  await cached.encode('br')
  await cached.encode('gzip')
  for (const known of [{}, { 'if-none-match': 'W/"other"' }] as Record<string, string>[]) {
    const sent = await fetchFrom(senderOf(cached), { 'accept-encoding': accept, ...known })
    expect(sent).toEqual({
      status: 404,
      headers: {
        'x-content-type-options': 'nosniff',
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        link: '</next>; rel="next"',
        etag: cached.etag,
        vary: VARY,
        'content-length': sent.length,
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
      length: sent.length,
      text: BODY,
    })
  }
})

test('sends 304 if the ETag matches', async () => {
  const cached = page()
  const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache', etag: cached.etag, vary: VARY }
  expect(await fetchFrom(senderOf(cached), { 'if-none-match': cached.etag })).toEqual({ status: 304, headers, length: '0', text: '' })
})

test('304 repeats the list headers and Cache-Control of the response', async () => {
  const cached = page({ 'x-total-count': '38', link: '</next>; rel="next"', 'cache-control': 'public, max-age=60' })
  const list = { 'x-total-count': '38', link: '</next>; rel="next"' }
  const sent = await fetchFrom(senderOf(cached), { 'if-none-match': cached.etag })
  expect(sent).toMatchObject({ status: 304, headers: { ...list, 'cache-control': 'public, max-age=60', vary: VARY } })
  expect(sent.headers).not.toHaveProperty('content-type')
})

test('sends nothing if the accepted encoding is not ready', async () => {
  const cached = page()
  expect(await fetchFrom(senderOf(cached), { 'accept-encoding': 'gzip' })).toEqual(NOTHING)
  expect(await fetchFrom(senderOf(cached), { 'accept-encoding': 'br' })).toEqual(NOTHING)
})

test('a response can override Cache-Control', () => {
  const cached = page({ 'cache-control': 'public, max-age=60' })
  expect(responseHeaders(cached, 'br', 7)).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=60',
    etag: cached.etag,
    vary: VARY,
    'content-length': '7',
    'content-encoding': 'br',
  })
})
