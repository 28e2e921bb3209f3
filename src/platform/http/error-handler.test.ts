/** One form for all failures: what is said of each, and what the operator reads of it. */
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
    frameworkErrors: (fault, request, reply) => void sendError(fault, request, reply),
  })
  registerErrorHandler(app)
  app.get('/fail', async () => Promise.reject(thrown))
  app.get('/api/fail', async () => Promise.reject(thrown))
  app.get('/things/:id', async () => 'found')
  app.post('/things', async () => 'made')
  await app.ready()
})
afterAll(() => app.close())
beforeEach(() => void (logged.length = 0))

async function fail(fault: unknown, accept = 'application/json', url = '/fail') {
  thrown = fault
  const { statusCode, headers, payload } = await app.inject({ url, headers: { accept } })
  return { status: statusCode, retryAfter: headers['retry-after'], type: headers['content-type'], cache: headers['cache-control'], payload }
}
const withCode = (code: string, message = 'secret words') => Object.assign(new Error(message), { code })
const FIELDS = [{ path: 'name', message: 'Too short.' }]

describe('what is expected is said, and is not logged', () => {
  test.each<[fault: AppError, status: number, body: object, retryAfter: string | undefined]>([
    [notFound('thing'), 404, { message: 'No such thing.', code: 'thing.not_found' }, undefined],
    [badRequest('Too short.', FIELDS), 400, { message: 'Too short.', code: 'input.invalid', errors: FIELDS }, undefined],
    [tooManyRequests('auth.too_many', 90), 429, { message: expect.stringContaining('Please try again in'), code: 'auth.too_many' }, '90'],
    [new AppError(503, 'site.resting', 'Later.', undefined, 0), 503, { message: 'Later.', code: 'site.resting' }, '0'],
  ])('%s', async (fault, status, body, retryAfter) => {
    const answer = await fail(fault)
    expect([answer.status, JSON.parse(answer.payload), answer.retryAfter]).toEqual([status, body, retryAfter])
    expect(answer.cache).toBeUndefined()
    expect(logged).toEqual([])
  })
})

describe('a fault is told to nobody but the operator', () => {
  test.each([
    ['an error', new Error('secret words')],
    ['one with a code that is nobody’s', withCode('FST_ERR_OTHER')],
    ['a text', 'secret words'],
    ['an object with a code', { code: 'FST_ERR_BAD_URL' }],
    ['wrong JSON of our own', new SyntaxError('secret words')],
    ['wrong JSON with another status', Object.assign(new SyntaxError('secret words'), { statusCode: 500 })],
    ['what only says that it is 400', Object.assign(new Error('secret words'), { statusCode: 400 })],
  ])('%s', async (_what, fault) => {
    const answer = await fail(fault)
    expect([answer.status, JSON.parse(answer.payload)]).toEqual([500, { message: BROKEN, code: 'fault', requestId: 'the-request' }])
    expect(logged).toMatchObject([{ level: 50, msg: 'fault' }])
    expect(fault instanceof Error ? logged[0]?.err?.message : 'secret words').toBe('secret words')
  })
})

describe('what keeps the database is told in our words, and logged in the operator’s', () => {
  test.each([
    ['53100', 507, 'storage.full', '60', 'the disk is full: nothing can be saved until there is room again'],
    ['25006', 503, 'storage.read_only', '10', 'the database is read-only: nothing can be saved'],
    ['40001', 503, 'site.busy', '10', 'the database was too busy: no connection or no lock was free in time'],
    ['ECONNREFUSED', 503, 'database.unavailable', '10', 'the database cannot be reached'],
  ])('%s', async (sqlState, status, code, retryAfter, reason) => {
    const answer = await fail(withCode(sqlState))
    expect([answer.status, JSON.parse(answer.payload).code, answer.retryAfter]).toEqual([status, code, retryAfter])
    expect(answer.payload).not.toContain('secret')
    expect(logged).toMatchObject([{ msg: reason, err: { message: 'secret words' } }])
  })
})

describe('what the server refuses by itself is in our words', () => {
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
      'no JSON',
      { url: '/things', payload: '<a/>', headers: { 'content-type': 'text/xml' } },
      415,
      'request.not_json',
      'Send JSON with the content type application/json.',
    ],
    ['broken JSON', { url: '/things', payload: '{"a":', headers: json }, 400, 'request.malformed', 'The body is not valid JSON.'],
    [
      'poisoned JSON',
      { url: '/things', payload: '{"__proto__":1}', headers: json },
      400,
      'request.malformed',
      'The body is not valid JSON.',
    ],
    ['empty JSON', { url: '/things', payload: '', headers: json }, 400, 'request.malformed', 'The body is empty.'],
    [
      'another length than it says',
      { url: '/things', payload: '{"a":1}', headers: { ...json, 'content-length': '5' } },
      400,
      'request.malformed',
      'The body is not as long as it says.',
    ],
    ['a long name', { url: `/things/${'x'.repeat(11)}` }, 404, 'page.not_found', 'No such page.'],
    ['an address that is none', { url: '/things/%zz' }, 400, 'request.malformed', 'The address is malformed.'],
  ])('%s', async (_what, call, status, code, message) => {
    const answer = await app.inject({ method: 'payload' in call ? 'POST' : 'GET', ...call })
    expect([answer.statusCode, answer.json()]).toEqual([status, { message, code }])
    expect(logged).toEqual([])
  })
  test('wrong JSON of any reader', async () => {
    const { status, payload } = await fail(Object.assign(new SyntaxError('secret words'), { statusCode: 400 }))
    expect([status, JSON.parse(payload)]).toEqual([400, { message: 'The body is not valid JSON.', code: 'request.malformed' }])
  })
})

describe('whoever looks at it', () => {
  const html = 'text/html,application/xhtml+xml'
  test('gets a page with the same words, which nobody keeps', async () => {
    const answer = await fail(notFound('thing'), html)
    expect(answer).toMatchObject({ status: 404, type: 'text/html; charset=utf-8', cache: 'no-store' })
    expect(answer.payload).toBe(
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>No such thing.</title><h1>No such thing.</h1><p><a href="/">Go to the front page</a></p></html>',
    )
  })
  test('gets none from the API, nor does a program', async () => {
    for (const answer of [await fail(notFound('thing'), html, '/api/fail'), await fail(notFound('thing'), '*/*')])
      expect(answer).toMatchObject({ status: 404, type: 'application/json; charset=utf-8', cache: undefined })
  })
})
