/** Methods of a path, collected from the routes. tests/server/protocol/methods.test.ts tests unknown methods over a real connection. */
import fastify, { type FastifyInstance, type HTTPMethods } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerErrorHandler } from './error-handler.ts'
import { registerNotFoundHandler } from './not-found-handler.ts'

const handler = async () => 'handled'
async function open(routes: readonly (readonly [HTTPMethods | HTTPMethods[], string])[]): Promise<FastifyInstance> {
  const app = fastify()
  registerErrorHandler(app)
  registerNotFoundHandler(app)
  for (const [method, url] of routes) app.route({ method, url, handler })
  await app.ready()
  return app
}

const CALLS = [
  ['GET', '/api/things'],
  ['POST', '/api/things'],
  [['PATCH', 'DELETE'], '/api/things/:id'],
  ['GET', '/api/things/:id/parts/:part'],
  ['GET', '/files/*'],
  ['GET', '/a.b+c'],
] as const satisfies [HTTPMethods | HTTPMethods[], string][]
let apiOnly: FastifyInstance
let withPages: FastifyInstance
beforeAll(async () => {
  const calls = CALLS.map(([method, url]) => [[method].flat(), url] as const)
  apiOnly = await open(calls)
  withPages = await open([...calls, ['GET', '/*']])
})
afterAll(() => Promise.all([apiOnly.close(), withPages.close()]))

const send = async (app: FastifyInstance, method: string, url: string) => {
  const { statusCode, headers, payload } = await app.inject({ method: method as 'GET', url })
  const { code, message } = payload.startsWith('{') ? JSON.parse(payload) : {}
  return { status: statusCode, allow: headers.allow, code, text: message ?? payload }
}
const notAllowed = (allow: string, method: string) => ({
  status: 405,
  allow,
  code: 'request.method_not_allowed',
  text: `This address takes ${allow}, and not ${method}.`,
})
const NOT_FOUND = { status: 404, allow: undefined, code: 'page.not_found', text: 'No such page.' }

describe('a method that a path does not support', () => {
  test.each([
    ['DELETE', '/api/things', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/api/things?id=7', 'GET, HEAD, POST, OPTIONS'],
    ['GET', '/api/things/7', 'PATCH, DELETE, OPTIONS'],
    ['POST', '/api/things/a-b.c', 'PATCH, DELETE, OPTIONS'],
    ['PATCH', '/api/things/7/parts/8', 'GET, HEAD, OPTIONS'],
    ['POST', '/files/a/b/c.png', 'GET, HEAD, OPTIONS'],
    ['POST', '/a.b+c', 'GET, HEAD, OPTIONS'],
  ])('%s %s returns 405 with Allow: %s', async (method, url, allow) => {
    expect(await send(apiOnly, method, url)).toEqual(notAllowed(allow, method))
    expect(await send(withPages, method, url)).toEqual(notAllowed(allow, method))
  })
})

test.each([
  ['GET', '/api/nothing'],
  ['POST', '/api/nothing'],
  ['OPTIONS', '/api/nothing'],
  ['GET', '/api/things/'],
  ['GET', '/api/things/7/8'],
  ['POST', '/api/things/7/parts/8/9'],
])('%s %s returns 404, also where pages match every path', async (method, url) => {
  expect(await send(apiOnly, method, url)).toEqual(NOT_FOUND)
  expect(await send(withPages, method, url)).toEqual(NOT_FOUND)
})

test.each(['/nowhere', '/axb+c', '/a.bbc', '/x/files/a', '/a.b+c/d'])('%s is matched by pages only', async (url) => {
  expect(await send(apiOnly, 'POST', url)).toEqual(NOT_FOUND)
  expect(await send(withPages, 'POST', url)).toEqual(notAllowed('GET, HEAD, OPTIONS', 'POST'))
  expect(await send(withPages, 'GET', url)).toEqual({ status: 200, allow: undefined, code: undefined, text: 'handled' })
})

test('OPTIONS returns the methods of a path', async () => {
  const empty = (allow: string) => ({ status: 204, allow, code: undefined, text: '' })
  expect(await send(apiOnly, 'OPTIONS', '/api/things')).toEqual(empty('GET, HEAD, POST, OPTIONS'))
  expect(await send(apiOnly, 'OPTIONS', '/api/things/7')).toEqual(empty('PATCH, DELETE, OPTIONS'))
  expect(await send(withPages, 'OPTIONS', '/nowhere')).toEqual(empty('GET, HEAD, OPTIONS'))
})

test('returns 501 with Allow for a method that no route has', async () => {
  const unknown = (allow: string | undefined) => ({
    status: 501,
    allow,
    code: 'request.method_unknown',
    text: 'This site does not know the method PUT.',
  })
  expect(await send(apiOnly, 'PUT', '/api/things')).toEqual(unknown('GET, HEAD, POST, OPTIONS'))
  expect(await send(apiOnly, 'PUT', '/nowhere')).toEqual(unknown(undefined))
})
