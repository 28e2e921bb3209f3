/** Inputs that only a hand-made request contains: NUL characters and out-of-range numbers are rejected alike on both engines. */
// Daily on PostgreSQL too, where numbers out of range and NUL characters are errors.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordNavigationEndpoint } from '#features/analytics/analytics.contract.ts'
import { createArticleEndpoint } from '#features/articles/editing/article-editing.contract.ts'
import { listCategoriesEndpoint } from '#features/categories/category.contract.ts'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { saveProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { productSpecsEndpoint } from '#features/products/specifications/product-spec.contract.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { voteEndpoint } from '#features/votes/vote.contract.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite({ content: 'demo', settings: { analytics: true } })
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

/** PostgreSQL stores no NUL character, and its integer ids end at 2³¹ - 1. */
test.each([
  '/sitemaps/articles-214749.xml',
  '/sitemaps/members-999999.xml',
  '/sitemaps/%00-1.xml',
  '/category/%00/feed.xml',
  '/category/heat%00pump/feed.json',
  '/forum/%00/feed.atom',
  '/forum/99999999999/feed.atom',
  '/share/article/heat%00pump.png',
  '/share/user/99999999999.png',
  '/uploads/%00',
  '/art/%00.svg',
  '/api/deployment/%00/kit?token=%00',
])('%s returns 404', async (url) => {
  const { statusCode } = await site.app.inject({ url })
  expect(statusCode).toBe(404)
})

test.each(['/articles/%00', '/products/heat%00pump', '/category/%00', '/user/999999999'])(
  'a navigation to %s is not counted',
  async (path) => {
    const { status, body } = await site.call(null, recordNavigationEndpoint, { body: { path } }, { 'user-agent': 'Firefox' })
    expect(status).toBe(200)
    expect(body).toEqual({ isCounted: false })
  },
)

test('a body that is not JSON returns 400', async () => {
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/forums',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    payload: '{"title": ',
  })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ message: 'The body is not valid JSON.', code: 'request.malformed' })
})

const FAR = 2_147_483_648
const post = { title: 'Title', content: 'A few words about it.' }
const person = { name: 'Ada Quill', email: 'ada@example.org', phone: '01632 960001', address: '1 The Row' }
const product = { name: 'Kettle', slug: 'kettle-9', description: 'Boils what is needed.', categoryId: 1, price: '£9' }
const article = { title: 'Title', content: 'Words', categoryId: 1, authorName: 'Ada' }
test.each([
  ['a topic', postTopicEndpoint, { ...post, categoryId: FAR }, 'categoryId'],
  ['a reply', postReplyEndpoint, { ...post, forumId: FAR }, 'forumId'],
  ['a review', postReviewEndpoint, { ...post, rating: 5, productId: FAR }, 'productId'],
  ['an enquiry', postEnquiryEndpoint, { ...person, productId: FAR }, 'productId'],
  ['a vote', voteEndpoint, { subject: 'topic', id: FAR, value: 1 }, 'id'],
  ['a product', saveProductEndpoint, { ...product, categoryId: FAR }, 'categoryId'],
  ['a change of a product', saveProductEndpoint, { ...product, id: FAR }, 'id'],
  ['an article', createArticleEndpoint, { ...article, categoryId: FAR }, 'categoryId'],
  ['an article by somebody', createArticleEndpoint, { ...article, authorId: FAR }, 'authorId'],
  ['an article of no year', createArticleEndpoint, { ...article, publishedAt: '0000-01-01T00:00:00Z' }, 'publishedAt'],
] as const)('%s with an out-of-range value returns 400 for its field', async (_, endpoint, body, field) => {
  const { status, body: response } = await site.call(admin, endpoint, { body })
  expect(status).toBe(400)
  expect(response.errors?.[0]?.path).toEqual(field)
})

test('an absurd spec value is not indexed, and the list of specs works', async () => {
  const huge = {
    ...product,
    slug: 'huge',
    price: '£99999999999999999999',
    technicalSpecs: `Weight: ${'9'.repeat(400)} kg\nNoise: ${'9'.repeat(30)} dB(A)`,
  }
  const { status, body } = await site.call(admin, saveProductEndpoint, { body: huge })
  expect(status).toBe(201)
  const { slug } = (await site.call(null, listCategoriesEndpoint)).body.find(({ id }: { id: number }) => id === body.categoryId)
  const specs = await site.call(null, productSpecsEndpoint, { query: { category: slug } })
  expect(specs.status).toBe(200)
  expect(specs.body.length).toBeGreaterThan(2)
  for (const { max } of specs.body) expect(max).toBeLessThan(1e6)
})
