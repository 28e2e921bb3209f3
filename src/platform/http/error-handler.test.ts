/** Tests the responses and log messages of all failures. */
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registerErrorHandler, sendError } from './error-handler.ts'
import { AppError, badRequest, notFound, tooManyRequests } from '#platform/contract/errors.ts'

const BROKEN = 'Something broke on our side. Please try again.'
const logged: { level: number; msg: string; err?: { message: string } }[] = []
let thrown: unknown
let app: FastifyInstance
beforeAll(async () => {
  app = fastify({
    logger: { level: 'error', stream: { write: (line: string) => void logged.push(JSON.parse(line)) } },
    genReqId: () => 'the-request',
    bodyLimit: 20,
    routerOptions: { maxParamLength: 10 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  })
  registerErrorHandler(app)
  app.get('/fail', async () => Promise.reject(thrown))
  app.get('/api/fail', async () => Promise.reject(thrown))
  app.get('/things/:id', async () => 'found')
  app.post('/things', async () => 'created')
  await app.ready()
})
afterAll(() => app.close())
beforeEach(() => void (logged.length = 0))

async function fail(error: unknown, accept = 'application/json', url = '/fail') {
  thrown = error
  const { statusCode, headers, payload } = await app.inject({ url, headers: { accept } })
  return { status: statusCode, retryAfter: headers['retry-after'], type: headers['content-type'], cache: headers['cache-control'], payload }
}
const withCode = (code: string, message = 'secret words') => Object.assign(new Error(message), { code })
const FIELDS = [{ path: 'name', message: 'Too short.' }]

describe('an expected error is sent to the client and not logged', () => {
  test.each<[error: AppError, status: number, body: object, retryAfter: string | undefined]>([
    [notFound('thing'), 404, { message: 'No such thing.', code: 'thing.not_found' }, undefined],
    [badRequest('Too short.', FIELDS), 400, { message: 'Too short.', code: 'input.invalid', errors: FIELDS }, undefined],
    [tooManyRequests('auth.too_many', 90), 429, { message: expect.stringContaining('Please try again in'), code: 'auth.too_many' }, '90'],
    [new AppError(503, 'site.resting', 'Later.', undefined, 0), 503, { message: 'Later.', code: 'site.resting' }, '0'],
  ])('%s', async (error, status, body, retryAfter) => {
    const response = await fail(error)
    expect(response).toMatchObject({ status, retryAfter, cache: undefined })
    expect(JSON.parse(response.payload)).toEqual(body)
    expect(logged).toEqual([])
  })
})

describe('an unexpected error is a generic 500 and logged', () => {
  test.each([
    ['an Error', new Error('secret words')],
    ['an Error with an unknown code', withCode('FST_ERR_OTHER')],
    ['a string', 'secret words'],
    ['an object with a code', { code: 'FST_ERR_BAD_URL' }],
    ['a SyntaxError of our own', new SyntaxError('secret words')],
    ['a SyntaxError with another status', Object.assign(new SyntaxError('secret words'), { statusCode: 500 })],
    ['an Error with statusCode 400', Object.assign(new Error('secret words'), { statusCode: 400 })],
  ])('%s', async (_what, error) => {
    const response = await fail(error)
    expect(response.status).toBe(500)
    expect(JSON.parse(response.payload)).toEqual({ message: BROKEN, code: 'fault', requestId: 'the-request' })
    expect(logged).toMatchObject([{ level: 50, msg: 'request failed' }])
    expect(error instanceof Error ? logged[0]?.err?.message : 'secret words').toBe('secret words')
  })
})

describe('a database failure is sent with a safe message and logged with its reason', () => {
  test.each([
    ['53100', 507, 'storage.full', '60', 'disk full: writes fail until space is freed'],
    ['25006', 503, 'storage.read_only', '10', 'database read-only: writes fail'],
    ['40001', 503, 'site.busy', '10', 'database busy: no connection or lock available in time'],
    ['ECONNREFUSED', 503, 'database.unavailable', '10', 'database unreachable'],
  ])('%s', async (sqlState, status, code, retryAfter, reason) => {
    const response = await fail(withCode(sqlState))
    expect(response).toMatchObject({ status, retryAfter })
    expect(JSON.parse(response.payload).code).toBe(code)
    expect(response.payload).not.toContain('secret')
    expect(logged).toMatchObject([{ msg: reason, err: { message: 'secret words' } }])
  })
})

describe('an error of Fastify has our message', () => {
  const json = { 'content-type': 'application/json' }
  test.each<
    [what: string, call: { url: string; payload?: string; headers?: Record<string, string> }, status: number, code: string, message: string]
  >([
    [
      'too large',
      { url: '/things', payload: `"${'x'.repeat(20)}"`, headers: json },
      413,
      'request.too_large',
      'That is more than we can take.',
    ],
    [
      'another content type',
      { url: '/things', payload: '<a/>', headers: { 'content-type': 'text/xml' } },
      415,
      'request.not_json',
      'Send JSON with the content type application/json.',
    ],
    ['broken JSON', { url: '/things', payload: '{"a":', headers: json }, 400, 'request.malformed', 'The body is not valid JSON.'],
    [
      'JSON with __proto__',
      { url: '/things', payload: '{"__proto__":1}', headers: json },
      400,
      'request.malformed',
      'The body is not valid JSON.',
    ],
    ['empty JSON', { url: '/things', payload: '', headers: json }, 400, 'request.malformed', 'The body is empty.'],
    [
      'a wrong Content-Length',
      { url: '/things', payload: '{"a":1}', headers: { ...json, 'content-length': '5' } },
      400,
      'request.malformed',
      'The body is not as long as it says.',
    ],
    ['an overlong parameter', { url: `/things/${'x'.repeat(11)}` }, 404, 'page.not_found', 'No such page.'],
    ['a malformed URL', { url: '/things/%zz' }, 400, 'request.malformed', 'The address is malformed.'],
  ])('%s', async (_what, call, status, code, message) => {
    const response = await app.inject({ method: 'payload' in call ? 'POST' : 'GET', ...call })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({ message, code })
    expect(logged).toEqual([])
  })
  test('a SyntaxError with statusCode 400 of any body parser', async () => {
    const { status, payload } = await fail(Object.assign(new SyntaxError('secret words'), { statusCode: 400 }))
    expect(status).toBe(400)
    expect(JSON.parse(payload)).toEqual({ message: 'The body is not valid JSON.', code: 'request.malformed' })
  })
})

describe('an error page', () => {
  const html = 'text/html,application/xhtml+xml'
  test('has the same message and is not stored', async () => {
    const response = await fail(notFound('thing'), html)
    expect(response).toMatchObject({ status: 404, type: 'text/html; charset=utf-8', cache: 'no-store' })
    expect(response.payload).toBe(
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>No such thing.</title><h1>No such thing.</h1><p><a href="/">Go to the home page</a></p></html>',
    )
  })
  test('is not sent by the API or to clients that do not accept HTML', async () => {
    for (const response of [await fail(notFound('thing'), html, '/api/fail'), await fail(notFound('thing'), '*/*')])
      expect(response).toMatchObject({ status: 404, type: 'application/json; charset=utf-8', cache: undefined })
  })
})
