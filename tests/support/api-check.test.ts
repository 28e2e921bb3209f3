/** The check of all test responses against the OpenAPI document must itself detect violations. */
import { expect, test } from 'vitest'
import { expectMatchesDescription, type ObservedResponse } from './api-check.ts'

const category = { id: 1, name: 'Solar', slug: 'solar', description: '', iconName: 'sun', articleCount: 1, productCount: 0 }
const list: ObservedResponse = {
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
  text: JSON.stringify([category]),
}
const refused: ObservedResponse = {
  ...list,
  method: 'POST',
  url: '/api/sign-in',
  status: 429,
  headers: { 'content-type': 'application/json', 'x-request-id': 'a', 'retry-after': '60' },
  text: JSON.stringify({ message: 'Too often.', code: 'auth.too_many' }),
}
const location = String.raw`\(paths\./api/categories\.get\.responses`

test('expectAsDescribed accepts described responses and undescribed paths', () => {
  for (const seen of [list, refused, { ...list, url: '/about', text: '<!doctype html>' }])
    expect(() => expectMatchesDescription(seen)).not.toThrow()
})

test.each<[string, Partial<ObservedResponse>, RegExp]>([
  ['another status', { status: 418 }, new RegExp(`^GET /api/categories.* answered 418: only 200, 304, .*${location}\\)$`)],
  [
    'another content type',
    { headers: { ...list.headers, 'content-type': 'text/html' } },
    /content type is text\/html, described is application\/json/,
  ],
  ['a missing header', { headers: { ...list.headers, 'x-total-count': undefined } }, /the header X-Total-Count is missing/],
  ['a list without its count', { headers: { ...list.headers, 'x-total-count': undefined } }, /the header X-Total-Count is missing/],
  ['a malformed header', { headers: { ...list.headers, 'x-total-count': 'many' } }, /X-Total-Count is "many".*pattern/],
  ['a missing field', { text: JSON.stringify([{ ...category, slug: undefined }]) }, /\/0 must have required property 'slug'.*Category/],
  ['an undeclared field', { text: JSON.stringify([{ ...category, secret: 1 }]) }, /additionalProperty":"secret".*Category/],
  ['a body of another type', { text: '{}' }, new RegExp(`must be array.*${location}\\.200`)],
])('expectAsDescribed rejects %s', (_, change, message) => {
  expect(() => expectMatchesDescription({ ...list, ...change })).toThrow(message)
})

test('expectAsDescribed rejects an error of another shape, and a 429 without Retry-After', () => {
  expect(() => expectMatchesDescription({ ...refused, text: '{"error":"Too Many Requests","statusCode":429}' })).toThrow(/'message'.*Error/)
  expect(() => expectMatchesDescription({ ...refused, headers: { ...refused.headers, 'retry-after': undefined } })).toThrow(
    /Retry-After is missing/,
  )
})
