/** Unsupported HTTP methods, over a real connection because `inject` bypasses the HTTP parser. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askSocket } from '#tests/support/socket.ts'
import { MAIN_HOST, openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await openTestInstallation()
  await installation.start({ pages: true, listens: true })
})
afterAll(() => installation.close())

const ask = async (method: string, path: string) => {
  const { status, headers, text } = await askSocket(installation.port, MAIN_HOST, path, { method })
  return { status, allow: headers.allow, id: headers['x-request-id'], code: text ? (JSON.parse(text) as { code: string }).code : undefined }
}
/** Sends raw bytes that Node's HTTP client would not send. */
const askRaw = (request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(installation.port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (part) => (text += part.toString()))
    socket.on('close', () => resolve(text)).on('error', reject)
  })

describe('returns 501 for methods that the server does not implement (RFC 9110, 15.6.2)', () => {
  const calls = ['PROPFIND', 'QUERY', 'TRACE', 'LOCK', 'PUT', 'MKCOL'].flatMap((method) =>
    [
      ['/api/articles', 'GET, HEAD, POST, OPTIONS'],
      ['/about', 'GET, HEAD, OPTIONS'],
      ['/api/nowhere', undefined],
    ].map(([path, allow]) => [method, path ?? '', allow] as const),
  )
  test.each(calls)('returns 501 for %s %s', async (method, path, allow) => {
    expect(await ask(method, path)).toEqual({ status: 501, allow, code: 'request.method_unknown', id: expect.any(String) })
  })
  test('returns 501 for an unknown method and for PUT with a body', async () => {
    const response = await askRaw(`BREW /coffee HTTP/1.1\r\nHost: ${MAIN_HOST}\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\n/)
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({
      message: 'This site does not know that method.',
      code: 'request.method_unknown',
    })
    const { status, text } = await askSocket(installation.port, MAIN_HOST, '/api/articles', { method: 'PUT', body: { title: 'x' } })
    expect(status).toBe(501)
    expect(JSON.parse(text).message).toBe('This site does not know the method PUT.')
  })
})

describe('returns 405 and an Allow header for methods that the URL does not support (RFC 9110, 15.5.6)', () => {
  test.each([
    ['DELETE', '/api/articles', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/api/articles/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['PATCH', '/api/session', 'GET, HEAD, OPTIONS'],
    ['POST', '/about', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/', 'GET, HEAD, OPTIONS'],
    ['POST', '/robots.txt', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/sign-in', 'POST, OPTIONS'],
  ])('returns 405 for %s %s', async (method, path, allow) => {
    expect(await ask(method, path)).toEqual({ status: 405, allow, code: 'request.method_not_allowed', id: expect.any(String) })
  })
  test('returns 405 without a body for HEAD', async () => {
    expect(await ask('HEAD', '/api/sign-in')).toMatchObject({ status: 405, allow: 'POST, OPTIONS', code: undefined })
  })
  test('returns 405 before the body is parsed', async () => {
    const call = { method: 'POST', body: { a: 'x' }, headers: { 'content-type': 'application/xml' } }
    expect((await askSocket(installation.port, MAIN_HOST, '/about', call)).status).toBe(405)
  })
})

describe('OPTIONS returns the Allow header (RFC 9110, 9.3.7)', () => {
  test.each([
    ['/api/articles/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['/products', 'GET, HEAD, OPTIONS'],
    ['*', 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'],
  ])('lists the methods of %s', async (path, allow) => {
    expect(await ask('OPTIONS', path)).toMatchObject({ status: 204, allow, code: undefined })
  })
  test('returns 403 for a cross-origin request', async () => {
    const call = { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } }
    expect((await askSocket(installation.port, MAIN_HOST, '/api/articles', call)).status).toBe(403)
  })
})

test('unknown paths return 404 for every method', async () => {
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])
    expect(await ask(method, '/api/nowhere'), method).toMatchObject({ status: 404, allow: undefined, code: 'page.not_found' })
})

test('malformed requests and oversized headers return an error code as JSON', async () => {
  const response = await askRaw('nonsense\r\n\r\n')
  expect(response).toMatch(/^HTTP\/1\.1 (400|501) /)
  expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '').code).toMatch(/^request\./)
  const huge = await askRaw(`GET / HTTP/1.1\r\nHost: ${MAIN_HOST}\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(huge).toMatch(/^HTTP\/1\.1 431 /)
  expect(JSON.parse(huge.split('\r\n\r\n')[1] ?? '').code).toBe('request.headers_too_large')
})

test('a path parameter over the length limit returns 404, not 405, for supported methods', async () => {
  const name = 'x'.repeat(400)
  for (const [method, path] of [
    ['GET', `/api/articles/${name}`],
    ['HEAD', `/api/articles/${name}`],
    ['PATCH', `/api/articles/${name}`],
    ['DELETE', `/api/forums/${name}`],
  ] as const) {
    const { status, allow } = await askSocket(installation.port, MAIN_HOST, path, { method }).then((response) => ({
      status: response.status,
      allow: response.headers.allow,
    }))
    expect(status, method).toBe(404)
    expect(allow, method).toBeUndefined()
  }
  expect((await ask('POST', `/api/articles/${name}`)).status).toBe(405)
})
