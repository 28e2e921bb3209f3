/** Tests requests to user-supplied URLs and their errors. public-fetch.test.ts tests which IP addresses are rejected. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchFromPublic } from './public-fetch.ts'
import {
  toPublicFetchError,
  getHost,
  isPublicWebPort,
  openPublicRequest,
  parsePublicUrl,
  getPort,
  PublicFetchError,
  type ResolveHost,
} from './public-request.ts'

const requests: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
const server = createServer(async (request, response) => {
  const { url = '', method, headers } = request
  requests.push({ method, url, headers, body: await text(request) })
  const [, kind = '', number = '0'] = url.split('/')
  if (kind === 'hops') {
    const redirectsLeft = Number(number) - 1
    return void response.writeHead(307, { location: redirectsLeft > 0 ? `../hops/${redirectsLeft}` : '/long/10' }).end()
  }
  if (kind === 'long')
    return void response.writeHead(200, { 'content-type': 'Image/PNG', 'content-length': number }).end('x'.repeat(Number(number)))
  if (kind === 'chunks') {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.write('x')
    return void response.end('x'.repeat(Number(number) - 1))
  }
  if (kind === 'status') return void response.writeHead(Number(number), { 'content-type': 'image/png' }).end()
  if (kind === 'cut') return void response.destroy()
  return void response.writeHead(200).end('x')
})
let port = 0
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

const TEST_SERVER_TARGET = { isAllowed: (address: string, addressPort: number) => address === '127.0.0.1' && addressPort === port }
const fetchFromTestServer = (path: string, maxBytes = 100) =>
  fetchFromPublic(`http://127.0.0.1:${port}${path}`, { maxBytes, contentType: 'image/', ...TEST_SERVER_TARGET }).then(
    (bytes) => bytes.length,
    (error: unknown) => (error instanceof PublicFetchError ? error.message : `unexpected: ${String(error)}`),
  )

test.each([
  ['/long/100', 100, 100],
  ['/long/101', 100, 'It is larger than 0 MB.'],
  ['/chunks/100', 100, 100],
  ['/chunks/101', 100, 'It is larger than 0 MB.'],
  ['/long/3000000', 2_999_999, 'It is larger than 2 MB.'],
  ['/none', 100, 'It is no picture.'],
  ['/status/201', 100, 'Its host answers 201.'],
  ['/status/304', 100, 'Its host answers 304.'],
  ['/hops/3', 100, 10],
  ['/hops/4', 100, 'It leads from one address to the next.'],
  ['/cut', 100, 'Its host cannot be reached.'],
])(
  'fetchFromPublic of %s with a maximum of %i bytes resolves to the length or fails with the message: %s',
  async (path, maxBytes, expected) => {
    expect(await fetchFromTestServer(path, maxBytes)).toBe(expected)
  },
)

test('fetchFromPublic sends Accept and User-Agent and no other headers', async () => {
  requests.length = 0
  await fetchFromTestServer('/long/1')
  expect(requests).toEqual([
    {
      method: 'GET',
      url: '/long/1',
      headers: {
        accept: 'image/avif,image/webp,image/png,image/jpeg',
        'user-agent': 'net-zero-site (fetches a picture once)',
        host: `127.0.0.1:${port}`,
        connection: 'close',
      },
      body: '',
    },
  ])
})

describe('openPublicRequest', () => {
  const openAndReadStatus = async (resolve: ResolveHost, options = {}) => {
    const url = new URL(`http://somewhere.example:${port}/status/204`)
    const signal = AbortSignal.timeout(60_000)
    const response = await openPublicRequest(url, { ...TEST_SERVER_TARGET, resolve, headers: { 'x-own': 'yes' }, signal, ...options })
    response.resume()
    return response.statusCode
  }
  const resolveTo =
    (...addresses: string[]): ResolveHost =>
    (_name, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )
  test('resolves the name once per request and sends method, headers and body', async () => {
    requests.length = 0
    const names: string[] = []
    const resolve: ResolveHost = (name, done) => {
      names.push(name)
      done(null, [{ address: '127.0.0.1', family: 4 }])
    }
    expect(await openAndReadStatus(resolve)).toBe(204)
    expect(await openAndReadStatus(resolve, { method: 'POST', body: 'hello' })).toBe(204)
    expect(names).toEqual(['somewhere.example', 'somewhere.example'])
    expect(requests.map(({ method, body, headers }) => [method, body, headers['x-own'], headers.host])).toEqual([
      ['GET', '', 'yes', `somewhere.example:${port}`],
      ['POST', 'hello', 'yes', `somewhere.example:${port}`],
    ])
  })
  test.each<[what: string, resolve: ResolveHost, message: string]>([
    ['one IP address is not public', resolveTo('127.0.0.1', '10.0.0.1'), 'It is not on the public internet.'],
    ['the name has no IP address', resolveTo(), 'Its host cannot be found.'],
    ['the lookup fails', (_name, done) => done(new Error('ENOTFOUND'), []), 'Its host cannot be found.'],
    [
      'the lookup fails with addresses',
      (_name, done) => done(new Error('odd'), [{ address: '127.0.0.1', family: 4 }]),
      'Its host cannot be found.',
    ],
  ])('rejects without a request if %s', async (_what, resolve, message) => {
    requests.length = 0
    await expect(openAndReadStatus(resolve)).rejects.toThrow(new PublicFetchError(message))
    expect(requests).toEqual([])
  })
})

test.each<[what: string, error: Error, isLate: boolean, message: string]>([
  ['a PublicFetchError', new PublicFetchError('It is no picture.'), true, 'It is no picture.'],
  ['a timeout', new Error('aborted'), true, 'Its host takes too long.'],
  ['an expired certificate', Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' }), false, 'Its certificate is not to be trusted.'],
  [
    'a self-signed certificate',
    Object.assign(new Error(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    false,
    'Its certificate is not to be trusted.',
  ],
  [
    'an unverifiable signature',
    Object.assign(new Error(), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
    false,
    'Its certificate is not to be trusted.',
  ],
  ['a refused connection', Object.assign(new Error('10.0.0.1:22'), { code: 'ECONNREFUSED' }), false, 'Its host cannot be reached.'],
  ['another error', new Error('10.0.0.1:22'), false, 'Its host cannot be reached.'],
])('toPublicFetchError converts %s to a message without details', (_what, error, isLate, message) => {
  const converted = toPublicFetchError(error, isLate ? AbortSignal.abort() : new AbortController().signal)
  expect(converted).toBeInstanceOf(PublicFetchError)
  expect(converted.message).toBe(message)
  expect(converted === error || converted.cause === error).toBe(true)
})

test.each([
  ['https://example.org/a', 443, 'example.org'],
  ['http://example.org', 80, 'example.org'],
  ['http://example.org:8080', 8080, 'example.org'],
  ['https://[2001:db8::1]:80/', 80, '2001:db8::1'],
])('%s has port %i and host %s', (url, expectedPort, host) => {
  expect(getPort(new URL(url))).toBe(expectedPort)
  expect(getHost(new URL(url))).toBe(host)
})

function parseUrlOrGetMessage(url: string, base: string | undefined): string {
  try {
    return parsePublicUrl(url, base === undefined ? undefined : new URL(base)).href
  } catch (error) {
    if (error instanceof PublicFetchError) return error.message
    throw error
  }
}

test.each([
  ['https://example.org/a', undefined, 'https://example.org/a'],
  ['HTTP://example.org', undefined, 'http://example.org/'],
  ['../b', 'https://example.org/a/c', 'https://example.org/b'],
  ['b', undefined, 'It is no web address.'],
  ['ftp://example.org', undefined, 'It is no web address.'],
  ['https-x://example.org', undefined, 'It is no web address.'],
  ['https://me@example.org', undefined, 'It has a name and a password in it.'],
  ['https://:secret@example.org', undefined, 'It has a name and a password in it.'],
])('parsePublicUrl of %s with the base %s returns a URL or fails with the message: %s', (url, base, expected) => {
  expect(parseUrlOrGetMessage(url, base)).toBe(expected)
})

test.each([
  ['8.8.8.8', 80, true],
  ['8.8.8.8', 443, true],
  ['8.8.8.8', 8080, false],
  ['10.0.0.1', 443, false],
  ['127.0.0.1', 80, false],
])('isPublicWebPort(%s, %i) is %s', (address, webPort, isAllowed) => {
  expect(isPublicWebPort(address, webPort)).toBe(isAllowed)
})
