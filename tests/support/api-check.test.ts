/** The check of the other tests' answers notices what is not as described: a check that never fails proves nothing. */
import { expect, test } from 'vitest'
import { expectAsDescribed, type SeenAnswer } from './api-check.ts'

const category = { id: 1, name: 'Solar', slug: 'solar', description: '', iconName: 'sun', articleCount: 1, productCount: 0 }
const list: SeenAnswer = {
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
const refused: SeenAnswer = {
  ...list,
  method: 'POST',
  url: '/api/sign-in',
  status: 429,
  headers: { 'content-type': 'application/json', 'x-request-id': 'a', 'retry-after': '60' },
  text: JSON.stringify({ message: 'Too often.', code: 'auth.too_many' }),
}
const place = String.raw`\(paths\./api/categories\.get\.responses`

test('what is as described passes, and so does what is not described', () => {
  for (const seen of [list, refused, { ...list, url: '/about', text: '<!doctype html>' }])
    expect(() => expectAsDescribed(seen)).not.toThrow()
})

test.each<[string, Partial<SeenAnswer>, RegExp]>([
  ['another status', { status: 418 }, new RegExp(`^GET /api/categories.* answered 418: only 200, 304, .*${place}\\)$`)],
  [
    'another content type',
    { headers: { ...list.headers, 'content-type': 'text/html' } },
    /content type is text\/html, described is application\/json/,
  ],
  ['a missing header', { headers: { ...list.headers, 'x-total-count': undefined } }, /the header X-Total-Count is missing/],
  ['a list without its count', { headers: { ...list.headers, 'x-total-count': undefined } }, /the header X-Total-Count is missing/],
  ['a header of another form', { headers: { ...list.headers, 'x-total-count': 'many' } }, /X-Total-Count is "many".*pattern/],
  ['a missing field', { text: JSON.stringify([{ ...category, slug: undefined }]) }, /\/0 must have required property 'slug'.*Category/],
  ['a field too many', { text: JSON.stringify([{ ...category, secret: 1 }]) }, /additionalProperty":"secret".*Category/],
  ['a body of another type', { text: '{}' }, new RegExp(`must be array.*${place}\\.200`)],
])('%s does not', (_, change, said) => {
  expect(() => expectAsDescribed({ ...list, ...change })).toThrow(said)
})

test('nor does a failure in another form, or one that does not say when to come back', () => {
  expect(() => expectAsDescribed({ ...refused, text: '{"error":"Too Many Requests","statusCode":429}' })).toThrow(/'message'.*Error/)
  expect(() => expectAsDescribed({ ...refused, headers: { ...refused.headers, 'retry-after': undefined } })).toThrow(
    /Retry-After is missing/,
  )
})
