/** Tests that the check of all test responses against the OpenAPI document detects violations. */
import { expect, test } from 'vitest'
import { expectMatchesDescription, type ObservedResponse } from './api-check.ts'

const CATEGORY = { id: 1, name: 'Solar', slug: 'solar', description: '', iconName: 'sun', articleCount: 1, productCount: 0 }
const LIST_RESPONSE: ObservedResponse = {
  method: 'GET',
  url: '/api/categories?view=card',
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': 'a',
    etag: '"b"',
    'x-total-count': '1',
    link: '</>; rel="first"',
  },
  text: JSON.stringify([CATEGORY]),
}
const RATE_LIMITED_RESPONSE: ObservedResponse = {
  ...LIST_RESPONSE,
  method: 'POST',
  url: '/api/sign-in',
  status: 429,
  headers: { 'content-type': 'application/json', 'x-request-id': 'a', 'retry-after': '60' },
  text: JSON.stringify({ message: 'Too often.', code: 'auth.too_many' }),
}
const LOCATION_PATTERN = String.raw`\(paths\./api/categories\.get\.responses`

test('expectMatchesDescription accepts described responses and undescribed paths', () => {
  for (const response of [LIST_RESPONSE, RATE_LIMITED_RESPONSE, { ...LIST_RESPONSE, url: '/about', text: '<!doctype html>' }])
    expect(() => expectMatchesDescription(response)).not.toThrow()
})

test.each<[string, Partial<ObservedResponse>, RegExp]>([
  ['another status', { status: 418 }, new RegExp(`^GET /api/categories.* answered 418: only 200, 304, .*${LOCATION_PATTERN}\\)$`)],
  [
    'another content type',
    { headers: { ...LIST_RESPONSE.headers, 'content-type': 'text/html' } },
    /content type is text\/html, described is application\/json/,
  ],
  ['a missing header', { headers: { ...LIST_RESPONSE.headers, 'x-total-count': undefined } }, /the header X-Total-Count is missing/],
  [
    'a list without its count',
    { headers: { ...LIST_RESPONSE.headers, 'x-total-count': undefined } },
    /the header X-Total-Count is missing/,
  ],
  ['a malformed header', { headers: { ...LIST_RESPONSE.headers, 'x-total-count': 'many' } }, /X-Total-Count is "many".*pattern/],
  ['a missing field', { text: JSON.stringify([{ ...CATEGORY, slug: undefined }]) }, /\/0 must have required property 'slug'.*Category/],
  ['an undeclared field', { text: JSON.stringify([{ ...CATEGORY, secret: 1 }]) }, /additionalProperty":"secret".*Category/],
  ['a body of another type', { text: '{}' }, new RegExp(`must be array.*${LOCATION_PATTERN}\\.200`)],
])('expectMatchesDescription rejects %s', (_, change, message) => {
  expect(() => expectMatchesDescription({ ...LIST_RESPONSE, ...change })).toThrow(message)
})

test('expectMatchesDescription rejects an error of another shape, and a 429 without Retry-After', () => {
  expect(() => expectMatchesDescription({ ...RATE_LIMITED_RESPONSE, text: '{"error":"Too Many Requests","statusCode":429}' })).toThrow(
    /'message'.*Error/,
  )
  expect(() =>
    expectMatchesDescription({ ...RATE_LIMITED_RESPONSE, headers: { ...RATE_LIMITED_RESPONSE.headers, 'retry-after': undefined } }),
  ).toThrow(/Retry-After is missing/)
})
