/** The OpenAPI description of one endpoint, derived from its contract. */
import { describe, expect, test } from 'vitest'
import { endpoint, type Endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import {
  Thing,
  ThingQuery,
  Colour,
  byId,
  done,
  refTo,
  refsTo,
  describeOne,
  EVERYBODY,
  READ,
  WRITE,
  json,
  EMPTY,
  BYTES,
} from '#tests/support/made-up-calls.ts'

describe('the OpenAPI operation of', () => {
  test.each<[what: string, call: Endpoint, expected: object]>([
    [
      'a list',
      endpoint('GET /api/things', { summary: 'Lists things', query: ThingQuery, response: z.array(Thing), list: true }),
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
      'an idempotent creation that may find an existing one',
      endpoint('POST /api/things', {
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
            description:
              'Chosen by the caller, a new one for each thing to be done: a request that is sent again with the same key and body is executed once, and its response is repeated for 24 hours.',
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
      'an administrator’s deletion without a body',
      endpoint('DELETE /api/things/:id', {
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
      'a deletion with a large body',
      endpoint('DELETE /api/things', {
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
      'a deletion with a named body schema',
      endpoint('DELETE /api/things', { summary: 'Removes one', body: Colour, response: done }),
      expect.objectContaining({ requestBody: { required: true, content: json(refTo('schemas', 'Colour')) } }),
    ],
    [
      'a write without a body',
      endpoint('POST /api/things/:id/press', { summary: 'Presses', params: byId, response: done, status: 200 }),
      expect.objectContaining({
        operationId: 'postThingsByIdPress',
        requestBody: { required: true, content: json({ type: 'object', properties: {} }) },
        success: { 200: { description: 'Done, or found.', headers: refsTo(WRITE), content: json(EMPTY) } },
      }),
    ],
    [
      'an upload',
      endpoint('POST /api/things/:id/picture', {
        summary: 'Sends it',
        params: byId,
        response: done,
        maxFileBytes: 2_000_000,
      }),
      expect.objectContaining({
        description: `${EVERYBODY} The body holds at most 1,953 KB.`,
        requestBody: { required: true, content: { 'image/*': { schema: BYTES } } },
        others:
          '400 BadRequest, 403 Forbidden, 404 NotFound, 409 Conflict, 413 TooLarge, 415 WrongContentType, 422 KeyReused, 429 TooMany, 500 Fault, 503 Unavailable, 507 NoRoom',
      }),
    ],
    [
      'an expensive binary file',
      endpoint('GET /api/export.zip', {
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
      'a text file',
      endpoint('GET /api/list.csv', {
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
      'a JSON file',
      endpoint('GET /api/own', { summary: 'One’s own', response: Thing, contentType: 'application/json' }),
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
  ])('%s matches its contract', (_what, call, expected) => {
    expect(describeOne(call)).toEqual(expected)
  })
})
