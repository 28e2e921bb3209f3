import { expect, test } from 'vitest'
import { api, apiQuery, apiUrl } from '#platform/client/api.client.ts'

test('apiQuery uses path and input as its key, and apiUrl fills in parameters and query', () => {
  const input = { params: { slugOrId: 'solar panels' } }
  expect(apiQuery('GET /api/categories/:slugOrId', input).queryKey).toEqual(['/api/categories/:slugOrId', input])
  expect(apiQuery('GET /api/categories').queryKey).toEqual(['/api/categories', {}])
  expect(apiUrl('GET /api/deployment/:id/kit', { params: { id: '7' }, query: { token: 'x' } })).toBe('/api/deployment/7/kit?token=x')
})

/** This function is never called; tsc checks that each line after `@ts-expect-error` is a type error. */
export const createCallsRejectedByTypes = () => [
  // @ts-expect-error -- unknown path
  apiQuery('GET /api/product/:slug', { params: { slug: 'kettle' } }),
  // @ts-expect-error -- known path, wrong method
  api('PATCH /api/votes', { body: { subject: 'topic', id: 1, value: 1 } }),
  // @ts-expect-error -- a write is no query
  apiQuery('POST /api/votes', { body: { subject: 'topic', id: 1, value: 1 } }),
  // @ts-expect-error -- wrong parameter name
  apiQuery('GET /api/products/:slug', { params: { id: 'kettle' } }),
  // @ts-expect-error -- wrong parameter type
  apiQuery('GET /api/products/:slug', { params: { slug: 7 } }),
  // @ts-expect-error -- missing parameters
  apiQuery('GET /api/products/:slug'),
  // @ts-expect-error -- wrong query value
  apiQuery('GET /api/products', { query: { sort: 'cheapest' } }),
  // @ts-expect-error -- wrong body value
  api('POST /api/votes', { body: { subject: 'product', id: 1, value: 1 } }),
  // @ts-expect-error -- missing field of the body
  api('POST /api/votes', { body: { subject: 'topic', id: 1 } }),
  // @ts-expect-error -- unknown field of the body
  api('POST /api/votes', { body: { subject: 'topic', id: 1, value: 1, weight: 2 } }),
  // @ts-expect-error -- no body where one is needed
  api('POST /api/votes'),
  // @ts-expect-error -- unknown field of the response
  api('POST /api/votes', { body: { subject: 'topic', id: 1, value: 1 } }).then(({ score }) => score),
]
