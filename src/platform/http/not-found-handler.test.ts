/** Which methods an address takes, learnt from the routes. Over a real connection, with methods that are nowhere: tests/server/protocol/methods.test.ts. */
import fastify, { type FastifyInstance, type HTTPMethods } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerErrorHandler } from './error-handler.ts'
import { registerNotFoundHandler } from './not-found-handler.ts'

const answerWith = async () => 'answered'
async function open(routes: readonly (readonly [HTTPMethods | HTTPMethods[], string])[]): Promise<FastifyInstance> {
  const app = fastify()
  registerErrorHandler(app)
  registerNotFoundHandler(app)
  for (const [method, url] of routes) app.route({ method, url, handler: answerWith })
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
let alone: FastifyInstance
let withPages: FastifyInstance
beforeAll(async () => {
  const calls = CALLS.map(([method, url]) => [[method].flat(), url] as const)
  alone = await open(calls)
  withPages = await open([...calls, ['GET', '/*']])
})
afterAll(() => Promise.all([alone.close(), withPages.close()]))

const ask = async (app: FastifyInstance, method: string, url: string) => {
  const { statusCode, headers, payload } = await app.inject({ method: method as 'GET', url })
  const { code, message } = payload.startsWith('{') ? JSON.parse(payload) : {}
  return [statusCode, headers.allow, code, message ?? payload]
}
const notAllowed = (allow: string, method: string) => [
  405,
  allow,
  'request.method_not_allowed',
  `This address takes ${allow}, and not ${method}.`,
]
const NOT_FOUND = [404, undefined, 'page.not_found', 'No such page.']

describe('a method that an address does not take', () => {
  test.each([
    ['DELETE', '/api/things', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/api/things?id=7', 'GET, HEAD, POST, OPTIONS'],
    ['GET', '/api/things/7', 'PATCH, DELETE, OPTIONS'],
    ['POST', '/api/things/a-b.c', 'PATCH, DELETE, OPTIONS'],
    ['PATCH', '/api/things/7/parts/8', 'GET, HEAD, OPTIONS'],
    ['POST', '/files/a/b/c.png', 'GET, HEAD, OPTIONS'],
    ['POST', '/a.b+c', 'GET, HEAD, OPTIONS'],
  ])('%s %s is told those that it does', async (method, url, allow) => {
    expect(await ask(alone, method, url)).toEqual(notAllowed(allow, method))
    expect(await ask(withPages, method, url)).toEqual(notAllowed(allow, method))
  })
})

test.each([
  ['GET', '/api/nothing'],
  ['POST', '/api/nothing'],
  ['OPTIONS', '/api/nothing'],
  ['GET', '/api/things/'],
  ['GET', '/api/things/7/8'],
  ['POST', '/api/things/7/parts/8/9'],
])('%s %s: nothing is there, and the pages do not take it', async (method, url) => {
  expect(await ask(alone, method, url)).toEqual(NOT_FOUND)
  expect(await ask(withPages, method, url)).toEqual(NOT_FOUND)
})

test.each(['/nowhere', '/axb+c', '/a.bbc', '/x/files/a', '/a.b+c/d'])('%s is there only where there are pages', async (url) => {
  expect(await ask(alone, 'POST', url)).toEqual(NOT_FOUND)
  expect(await ask(withPages, 'POST', url)).toEqual(notAllowed('GET, HEAD, OPTIONS', 'POST'))
  expect(await ask(withPages, 'GET', url)).toEqual([200, undefined, undefined, 'answered'])
})

test('OPTIONS hears what an address takes', async () => {
  const empty = (allow: string) => [204, allow, undefined, '']
  expect(await ask(alone, 'OPTIONS', '/api/things')).toEqual(empty('GET, HEAD, POST, OPTIONS'))
  expect(await ask(alone, 'OPTIONS', '/api/things/7')).toEqual(empty('PATCH, DELETE, OPTIONS'))
  expect(await ask(withPages, 'OPTIONS', '/nowhere')).toEqual(empty('GET, HEAD, OPTIONS'))
})

test('a method that is nowhere here is told so, with what there is', async () => {
  const unknown = (allow: string | undefined) => [501, allow, 'request.method_unknown', 'This site does not know the method PUT.']
  expect(await ask(alone, 'PUT', '/api/things')).toEqual(unknown('GET, HEAD, POST, OPTIONS'))
  expect(await ask(alone, 'PUT', '/nowhere')).toEqual(unknown(undefined))
})
