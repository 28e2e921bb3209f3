/** The OpenAPI description as a whole: paths, schema names, webhooks and error responses. */
import { expect, test } from 'vitest'
import { endpoint } from '#platform/contract/endpoint.ts'
import { createOperationId, addSiteInfo } from '#platform/openapi/openapi.ts'
import { toMediaType } from '#platform/openapi/openapi-responses.ts'
import { z } from '#platform/contract/zod.ts'
import { Thing, ThingQuery, Part, Colour, byId, done, documentOf, refTo, refsTo, json } from '#tests/support/made-up-calls.ts'

test('paths of the same shape are merged, and each operation names its own path parameter', () => {
  const read = endpoint('GET /api/things/:slug', { summary: '', params: z.object({ slug: z.string() }), response: Thing })
  const save = endpoint('PATCH /api/things/:id', { summary: '', params: byId, body: Thing, response: Thing })
  const remove = endpoint('DELETE /api/things/:id', { summary: '', params: byId, response: done })
  const other = endpoint('GET /api/other/:id', { summary: '', params: byId, response: Thing })
  const deep = endpoint('GET /api/things/:id/parts/:partId', {
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
] as const)('the operation id of %s %s is %s', (method, path, name) => {
  expect(createOperationId({ method, path })).toBe(name)
})

test('named schemas are listed once, with a separate input schema where it differs', () => {
  const call = endpoint('POST /api/parts', {
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

test('a schema whose input is identical keeps its name', () => {
  const call = endpoint('POST /api/colours', { summary: '', body: z.object({ colour: Colour }), response: Colour })
  expect(Object.keys(documentOf([call]).components.schemas)).toEqual(['Error', 'Colour'])
})

test('webhook events are described as webhooks', () => {
  const webhooks = [{ event: 'thing.newly_created', summary: 'A thing was made', payload: Thing }]
  const { webhooks: described, paths, tags } = documentOf([], { webhooks })
  expect({ described, paths, tags }).toEqual({
    paths: {},
    tags: [{ name: 'Things', description: 'What there is.' }],
    described: {
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

test('the description has the site’s name, URL and licence', () => {
  const document = documentOf([])
  expect(document.info).toEqual({ title: '', version: '1.0.0', description: expect.stringContaining('Every failure is `{ message, code') })
  const own = addSiteInfo(document, { name: 'Net Zero', origin: 'https://example.org' })
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

test('shared responses have the error schema and, where useful, Retry-After', () => {
  const { responses, headers } = documentOf([]).components
  const always = { 'X-Request-Id': 'RequestId' }
  const { NotModified: unchanged, ...failures } = responses
  expect(unchanged?.headers).toEqual(refsTo({ ...always, ETag: 'ETag' }))
  for (const [name, { headers: own, content }] of Object.entries(failures)) {
    const isRetryable = ['TooMany', 'Unavailable', 'NoRoom'].includes(name)
    expect(own, name).toEqual(refsTo({ ...always, ...(isRetryable ? { 'Retry-After': 'RetryAfter' } : {}) }))
    expect(content, name).toEqual(json(refTo('schemas', 'Error')))
  }
  const named = Object.values(responses).flatMap((one) => Object.values(one.headers).map(({ $ref }) => $ref.split('/').at(-1)))
  expect(named.filter((name) => !headers[name ?? ''])).toEqual([])
})

test.each([
  [undefined, 'application/json'],
  ['text/csv; charset=utf-8', 'text/csv'],
  ['application/zip', 'application/zip'],
])('the media type of %s is %s', (contentType, media) => {
  expect(toMediaType(contentType)).toBe(media)
})
