/** What is sent of a kept answer before any routing, as it comes out of a real server. */
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
const server = createServer((asked, response) => {
  response.sendDate = false
  response.shouldKeepAlive = false
  if (!send(asked, response)) response.writeHead(503, ['x-sent', 'nothing', 'content-length', '0']).end()
})
beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')))
afterAll(() => void server.close())

/** Everything that comes: what is packed is also unpacked. */
async function ask(how: typeof send, headers: Record<string, string> = {}) {
  send = how
  const { port } = server.address() as AddressInfo
  const [answer] = (await once(request({ port, host: '127.0.0.1', headers, agent: false }).end(), 'response')) as [IncomingMessage]
  const body = await buffer(answer)
  const { connection: _connection, ...rest } = answer.headers
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[rest['content-encoding'] ?? '']
  return { status: answer.statusCode, headers: rest, length: String(body.length), text: (unpack?.(body) ?? body).toString() }
}
const everybody = (answer: CachedResponse) => (asked: IncomingMessage, response: ServerResponse) =>
  sendUnrouted(asked, response, answer, SECURITY)
const NOTHING = { status: 503, headers: { 'x-sent': 'nothing', 'content-length': '0' }, length: '0', text: '' }

test.each([
  ['br', 'gzip, br'],
  ['gzip', 'gzip'],
  ['identity', ''],
] as const)('everybody gets %s with all headers, the second time as the first', async (encoding, accept) => {
  const answer = page({ link: '</next>; rel="next"' }, 404)
  await answer.encode('br')
  await answer.encode('gzip')
  for (const known of [{}, { 'if-none-match': 'W/"other"' }] as Record<string, string>[]) {
    const sent = await ask(everybody(answer), { 'accept-encoding': accept, ...known })
    expect(sent).toEqual({
      status: 404,
      headers: {
        'x-content-type-options': 'nosniff',
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        link: '</next>; rel="next"',
        etag: answer.etag,
        vary: VARY,
        'content-length': sent.length,
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
      length: sent.length,
      text: BODY,
    })
  }
})

test('whoever has it hears that it is still true', async () => {
  const answer = page()
  const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache', etag: answer.etag, vary: VARY }
  expect(await ask(everybody(answer), { 'if-none-match': answer.etag })).toEqual({ status: 304, headers, length: '0', text: '' })
})

test('304 repeats the list headers and the caching of the response', async () => {
  const answer = page({ 'x-total-count': '38', link: '</next>; rel="next"', 'cache-control': 'public, max-age=60' })
  const list = { 'x-total-count': '38', link: '</next>; rel="next"' }
  const everybodyGets = await ask(everybody(answer), { 'if-none-match': answer.etag })
  expect(everybodyGets).toMatchObject({ status: 304, headers: { ...list, 'cache-control': 'public, max-age=60', vary: VARY } })
  expect(everybodyGets.headers).not.toHaveProperty('content-type')
})

test('nothing is sent when the form has to be made first', async () => {
  const answer = page()
  expect(await ask(everybody(answer), { 'accept-encoding': 'gzip' })).toEqual(NOTHING)
  expect(await ask(everybody(answer), { 'accept-encoding': 'br' })).toEqual(NOTHING)
})

test('a response sets its own Cache-Control', () => {
  const answer = page({ 'cache-control': 'public, max-age=60' })
  expect(responseHeaders(answer, 'br', 7)).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=60',
    etag: answer.etag,
    vary: VARY,
    'content-length': '7',
    'content-encoding': 'br',
  })
})
