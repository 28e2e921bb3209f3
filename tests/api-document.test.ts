/** What the description says of a call, made of nothing but its line. That what is answered is as described: tests/support/api-check.ts. */
import { describe, expect, test } from 'vitest'
import { endpoint, type Endpoint } from '#platform/endpoint.ts'
import { describeEndpoints, operationIdOf, pathTemplate, type EndpointGroup } from '#platform/openapi.ts'
import { mediaType } from '#platform/openapi-responses.ts'
import { z } from '#platform/zod.ts'

const Thing = z.object({ id: z.number(), name: z.string().default('x') })
const ThingQuery = z.object({ page: z.coerce.number().optional(), q: z.string() })
/** Parts refer to things, so they are another when they are sent, too. */
const Part = z.object({ thing: Thing })
const Colour = z.enum(['red', 'green'])
const NAMES = new Map<z.ZodType, string>([
  [Thing, 'Thing'],
  [ThingQuery, 'ThingQuery'],
  [Part, 'Part'],
  [Colour, 'Colour'],
])
const byId = z.object({ id: z.number() })
const done = z.object({})

const documentOf = (endpoints: Endpoint[], more: Partial<EndpointGroup> = {}) =>
  describeEndpoints([{ name: 'Things', about: 'What there is.', endpoints, ...more }], NAMES)
const refTo = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const refsTo = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, component]) => [name, refTo('headers', component)]))

/** What is said of one call, its answers by their statuses. */
function describeOne(one: Endpoint) {
  const document = documentOf([one])
  const [operation] = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  if (!operation) throw new Error('It is not there.')
  const { responses, ...rest } = operation
  const isFailure = ([status]: [string, unknown]) => Number(status) >= 300
  return {
    ...rest,
    success: Object.fromEntries(Object.entries(responses).filter((entry) => !isFailure(entry))),
    others: Object.entries(responses)
      .filter(isFailure)
      .map(([status, answer]) => `${status} ${'$ref' in answer ? answer.$ref.replace('#/components/responses/', '') : '?'}`)
      .join(', '),
  }
}

const EVERYBODY = 'Open to everybody; whoever is signed in acts as themselves.'
const READ = { 'X-Request-Id': 'RequestId', ETag: 'ETag', 'X-Read-Tables': 'ReadTables' }
const WRITE = { 'X-Request-Id': 'RequestId', 'X-Written-Tables': 'WrittenTables' }
const json = (schema: object) => ({ 'application/json': { schema } })
const EMPTY = { type: 'object', properties: {}, additionalProperties: false }
const BYTES = { type: 'string', format: 'binary' }

describe('a call is described by its line', () => {
  test.each<[what: string, call: Endpoint, said: object]>([
    [
      'a list',
      endpoint({ method: 'GET', path: '/api/things', summary: 'Lists things', query: ThingQuery, response: z.array(Thing), list: true }),
      {
        operationId: 'getThings',
        tags: ['Things'],
        summary: 'Lists things',
        description: EVERYBODY,
        security: [{}, { session: [] }],
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'number' } },
          { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
        ],
        success: {
          200: {
            description: 'Done, or found.',
            headers: refsTo({ ...READ, 'X-Total-Count': 'TotalCount', Link: 'Link' }),
            content: json({ type: 'array', items: refTo('schemas', 'Thing') }),
          },
        },
        others: '304 NotModified, 400 BadRequest, 404 NotFound, 500 Fault, 503 Unavailable',
      },
    ],
    [
      'what makes something, once, or finds it there',
      endpoint({
        method: 'POST',
        path: '/api/things',
        summary: 'Makes one',
        body: Thing,
        response: Thing,
        access: 'member',
        rateLimit: { max: 5, minutes: 1 },
        idempotencyKey: /^[a-z]+$/,
        extraStatuses: [200, 409, 410],
      }),
      {
        operationId: 'postThings',
        tags: ['Things'],
        summary: 'Makes one',
        description: 'For members who are signed in. At most 5 calls in a minute from one address.',
        security: [{ session: ['member'] }],
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'Made up by the caller, a new one for each thing to be done: sent again, it is done once and answered the same.',
            schema: { type: 'string', pattern: '^[a-z]+$' },
          },
        ],
        requestBody: { required: true, content: json(refTo('schemas', 'ThingInput')) },
        success: {
          200: {
            description: 'It was there already, and is as this says.',
            headers: refsTo(WRITE),
            content: json(refTo('schemas', 'Thing')),
          },
          201: { description: 'It has been made.', headers: refsTo(WRITE), content: json(refTo('schemas', 'Thing')) },
        },
        others:
          '400 BadRequest, 401 SignInNeeded, 403 Forbidden, 404 NotFound, 409 Conflict, 410 Gone, 413 TooLarge, 415 WrongContentType, 429 TooMany, 500 Fault, 503 Unavailable, 507 NoRoom',
      },
    ],
    [
      'a deletion by an administrator, with nothing to say',
      endpoint({
        method: 'DELETE',
        path: '/api/things/:id',
        summary: 'Removes one',
        params: byId,
        response: done,
        access: 'admin',
        feature: 'forums',
      }),
      {
        operationId: 'deleteThingsById',
        tags: ['Things'],
        summary: 'Removes one',
        description: 'For administrators. Not there (404) where the site has `forums` switched off.',
        security: [{ session: ['admin'] }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'number' } }],
        success: { 200: { description: 'Done, or found.', headers: refsTo(WRITE), content: json(EMPTY) } },
        others:
          '400 BadRequest, 401 SignInNeeded, 403 Forbidden, 404 NotFound, 413 TooLarge, 415 WrongContentType, 500 Fault, 503 Unavailable, 507 NoRoom',
      },
    ],
    [
      'a deletion that says what, in a large body',
      endpoint({
        method: 'DELETE',
        path: '/api/things',
        summary: 'Removes some',
        body: z.object({ ids: z.array(z.number()) }),
        response: done,
        maxBodyBytes: 300_000,
      }),
      expect.objectContaining({
        description: `${EVERYBODY} The body holds at most 292 KB.`,
        requestBody: {
          required: true,
          content: json({ type: 'object', properties: { ids: { type: 'array', items: { type: 'number' } } }, required: ['ids'] }),
        },
        others: '400 BadRequest, 403 Forbidden, 404 NotFound, 413 TooLarge, 415 WrongContentType, 500 Fault, 503 Unavailable, 507 NoRoom',
      }),
    ],
    [
      'a deletion whose body has a name',
      endpoint({ method: 'DELETE', path: '/api/things', summary: 'Removes one', body: Colour, response: done }),
      expect.objectContaining({ requestBody: { required: true, content: json(refTo('schemas', 'Colour')) } }),
    ],
    [
      'a write with nothing to say',
      endpoint({ method: 'POST', path: '/api/things/:id/press', summary: 'Presses', params: byId, response: done, status: 200 }),
      expect.objectContaining({
        operationId: 'postThingsByIdPress',
        requestBody: { required: true, content: json({ type: 'object', properties: {} }) },
        success: { 200: { description: 'Done, or found.', headers: refsTo(WRITE), content: json(EMPTY) } },
      }),
    ],
    [
      'a picture that is sent',
      endpoint({
        method: 'POST',
        path: '/api/things/:id/picture',
        summary: 'Sends it',
        params: byId,
        response: done,
        maxFileBytes: 2_000_000,
      }),
      expect.objectContaining({
        description: `${EVERYBODY} The body holds at most 1,953 KB.`,
        requestBody: { required: true, content: { 'image/*': { schema: BYTES } } },
        others:
          '400 BadRequest, 403 Forbidden, 404 NotFound, 413 TooLarge, 415 WrongContentType, 429 TooMany, 500 Fault, 503 Unavailable, 507 NoRoom',
      }),
    ],
    [
      'a costly file of bytes',
      endpoint({
        method: 'GET',
        path: '/api/export.zip',
        summary: 'All',
        response: z.unknown(),
        contentType: 'application/zip',
        isCostly: true,
        access: 'admin',
      }),
      {
        operationId: 'getExportZip',
        tags: ['Things'],
        summary: 'All',
        description: 'For administrators.',
        security: [{ session: ['admin'] }],
        parameters: [],
        success: {
          200: {
            description: 'Done, or found.',
            headers: refsTo({ 'X-Request-Id': 'RequestId', 'Content-Disposition': 'ContentDisposition' }),
            content: { 'application/zip': { schema: BYTES } },
          },
        },
        others: '400 BadRequest, 401 SignInNeeded, 403 Forbidden, 404 NotFound, 429 TooMany, 500 Fault, 503 Unavailable',
      },
    ],
    [
      'a file of text',
      endpoint({
        method: 'GET',
        path: '/api/list.csv',
        summary: 'A list',
        response: z.string(),
        contentType: 'text/csv; charset=utf-8',
        access: 'member',
        rateLimit: { max: 2, minutes: 60 },
      }),
      expect.objectContaining({
        description: 'For members who are signed in. At most 2 calls in 60 minutes from one address.',
        success: {
          200: {
            description: 'Done, or found.',
            headers: refsTo({ ...READ, 'Content-Disposition': 'ContentDisposition' }),
            content: { 'text/csv': { schema: { type: 'string' } } },
          },
        },
        others: '304 NotModified, 400 BadRequest, 401 SignInNeeded, 404 NotFound, 429 TooMany, 500 Fault, 503 Unavailable',
      }),
    ],
    [
      'a file of JSON',
      endpoint({ method: 'GET', path: '/api/own', summary: 'One’s own', response: Thing, contentType: 'application/json' }),
      expect.objectContaining({
        success: {
          200: {
            description: 'Done, or found.',
            headers: refsTo({ ...READ, 'Content-Disposition': 'ContentDisposition' }),
            content: json(refTo('schemas', 'Thing')),
          },
        },
      }),
    ],
  ])('%s', (_what, call, said) => {
    expect(describeOne(call)).toEqual(said)
  })
})

test('paths of one shape are one, and say what each call has in a place', () => {
  const read = endpoint({ method: 'GET', path: '/api/things/:slug', summary: '', params: z.object({ slug: z.string() }), response: Thing })
  const save = endpoint({ method: 'PATCH', path: '/api/things/:id', summary: '', params: byId, body: Thing, response: Thing })
  const remove = endpoint({ method: 'DELETE', path: '/api/things/:id', summary: '', params: byId, response: done })
  const other = endpoint({ method: 'GET', path: '/api/other/:id', summary: '', params: byId, response: Thing })
  const deep = endpoint({
    method: 'GET',
    path: '/api/things/:id/parts/:partId',
    summary: '',
    params: z.object({ id: z.number(), partId: z.string() }),
    response: Thing,
  })
  const { paths } = documentOf([read, save, remove, other, deep])
  expect(Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods).join()])).toEqual([
    ['/api/things/{slugOrId}', 'get,patch,delete'],
    ['/api/other/{id}', 'get'],
    ['/api/things/{id}/parts/{partId}', 'get'],
  ])
  const place = { name: 'slugOrId', in: 'path', required: true }
  expect(paths['/api/things/{slugOrId}']?.['get']?.parameters).toEqual([
    { ...place, schema: { type: 'string' }, description: 'Here: the slug.' },
  ])
  expect(paths['/api/things/{slugOrId}']?.['patch']?.parameters).toEqual([
    { ...place, schema: { type: 'number' }, description: 'Here: the id.' },
  ])
  expect(paths['/api/things/{id}/parts/{partId}']?.['get']?.parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'number' } },
    { name: 'partId', in: 'path', required: true, schema: { type: 'string' } },
  ])
})

test.each([
  ['GET', '/api/things', 'getThings'],
  ['PATCH', '/api/things/:id', 'patchThingsById'],
  ['POST', '/api/things/:id/best-part/:partId', 'postThingsByIdBestPartByPartId'],
  ['GET', '/api/openapi.json', 'getOpenapiJson'],
  ['GET', '/feeds/api/all', 'getFeedsApiAll'],
] as const)('%s %s is called %s', (method, path, name) => {
  expect(operationIdOf({ method, path })).toBe(name)
})

test('what has a name stands once; what differs when it is sent has another name there, and so has what refers to it', () => {
  const call = endpoint({
    method: 'POST',
    path: '/api/parts',
    summary: '',
    query: ThingQuery,
    body: z.object({ part: Part, colour: Colour }),
    response: z.object({ part: Part, colour: Colour, inner: z.object({ id: z.literal('id') }) }),
  })
  const { components, paths } = documentOf([call])
  const { Error: _error, ...schemas } = components.schemas
  const thing = { type: 'object', properties: { id: { type: 'number' }, name: { default: 'x', type: 'string' } } }
  const part = (name: string) => ({ type: 'object', properties: { thing: refTo('schemas', name) }, required: ['thing'] })
  expect(schemas).toEqual({
    Colour: { type: 'string', enum: ['red', 'green'] },
    Thing: { ...thing, required: ['id', 'name'], additionalProperties: false },
    ThingInput: { ...thing, required: ['id'] },
    Part: { ...part('Thing'), additionalProperties: false },
    PartInput: part('ThingInput'),
  })
  expect(paths['/api/parts']?.['post']?.requestBody?.content).toEqual(
    json({
      type: 'object',
      properties: { part: refTo('schemas', 'PartInput'), colour: refTo('schemas', 'Colour') },
      required: ['part', 'colour'],
    }),
  )
})

test('what is the same when it is sent keeps its name', () => {
  const call = endpoint({ method: 'POST', path: '/api/colours', summary: '', body: z.object({ colour: Colour }), response: Colour })
  expect(Object.keys(documentOf([call]).components.schemas)).toEqual(['Error', 'Colour'])
})

test('the site’s own calls are described by their events', () => {
  const webhooks = [{ event: 'thing.newly_created', summary: 'A thing was made', payload: Thing }]
  const { webhooks: told, paths, tags } = documentOf([], { webhooks })
  expect({ told, paths, tags }).toEqual({
    paths: {},
    tags: [{ name: 'Things', description: 'What there is.' }],
    told: {
      'thing.newly_created': {
        post: {
          operationId: 'webhookThingNewlyCreated',
          tags: ['Things'],
          summary: 'A thing was made.',
          description: expect.stringMatching(/^A POST to the address .*`webhook-id`.*`webhook-timestamp`.*`webhook-signature`.*\.$/),
          security: [],
          parameters: [],
          requestBody: { required: true, content: json(refTo('schemas', 'Thing')) },
          responses: {
            '2XX': { description: 'It has arrived. Any other answer, or none within ten seconds, has it sent again later.', headers: {} },
            410: { description: 'The webhook is paused: nobody is there any more.', headers: {} },
          },
        },
      },
    },
  })
})

test('the document is of one site', () => {
  const document = documentOf([])
  expect(document.info).toEqual({ title: '', version: '1.0.0', description: expect.stringContaining('Every failure is `{ message, code') })
  const own = pathTemplate(document, { name: 'Net Zero', origin: 'https://example.org' })
  expect(own).toEqual({
    ...document,
    openapi: '3.1.1',
    info: {
      ...document.info,
      title: 'Net Zero API',
      license: { name: 'No licence is granted: ask whoever runs this site', url: 'https://example.org/about' },
      contact: { name: 'Net Zero', url: 'https://example.org' },
    },
    servers: [{ url: 'https://example.org', description: 'Net Zero' }],
  })
  expect(own.components.securitySchemes).toEqual({
    session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by signing in, and ended by signing out.' },
  })
})

test('the answers that all share say when to come again, and what a failure looks like', () => {
  const { responses, headers } = documentOf([]).components
  const always = { 'X-Request-Id': 'RequestId' }
  const { NotModified: unchanged, ...failures } = responses
  expect(unchanged?.headers).toEqual(refsTo({ ...always, ETag: 'ETag' }))
  for (const [name, { headers: own, content }] of Object.entries(failures)) {
    const comesBack = ['TooMany', 'Unavailable', 'NoRoom'].includes(name)
    expect([name, own]).toEqual([name, refsTo({ ...always, ...(comesBack ? { 'Retry-After': 'RetryAfter' } : {}) })])
    expect([name, content]).toEqual([name, json(refTo('schemas', 'Error'))])
  }
  const named = Object.values(responses).flatMap((one) => Object.values(one.headers).map(({ $ref }) => $ref.split('/').at(-1)))
  expect(named.filter((name) => !headers[name ?? ''])).toEqual([])
})

test.each([
  [undefined, 'application/json'],
  ['text/csv; charset=utf-8', 'text/csv'],
  ['application/zip', 'application/zip'],
])('a content type of %s is %s', (given, media) => {
  expect(mediaType(given)).toBe(media)
})
