/** What nobody sends but by hand, and one engine minds more than the other: it is refused, and nothing breaks. */
// Daily on PostgreSQL too: numbers that are too large and zero bytes are errors there.
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

/** PostgreSQL stores one character in no text, and takes numbers from 2³¹ on for no id. */
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
])('%s is not there', async (url) => {
  const { statusCode } = await site.app.inject({ url })
  expect(statusCode).toBe(404)
})

test.each(['/articles/%00', '/products/heat%00pump', '/category/%00', '/user/999999999'])('a move to %s is not counted', async (path) => {
  const { status, body } = await site.call(null, recordNavigationEndpoint, { body: { path } }, { 'user-agent': 'Firefox' })
  expect([status, body]).toEqual([200, { isCounted: false }])
})

test('a body that is no JSON', async () => {
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/forums',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    payload: '{"title": ',
  })
  expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'The body is not valid JSON.', code: 'request.malformed' }])
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
] as const)('%s that names what no site has', async (_, endpoint, body, field) => {
  const { status, body: answer } = await site.call(admin, endpoint, { body })
  expect([status, answer.errors?.[0]?.path]).toEqual([400, field])
})

test('a figure that no scale has is no figure, and the list of figures is there', async () => {
  const huge = {
    ...product,
    slug: 'huge',
    price: '£99999999999999999999',
    technicalSpecs: `Weight: ${'9'.repeat(400)} kg\nNoise: ${'9'.repeat(30)} dB(A)`,
  }
  const { status, body } = await site.call(admin, saveProductEndpoint, { body: huge })
  expect(status).toBe(201)
  const { slug } = (await site.call(null, listCategoriesEndpoint)).body.find(({ id }: { id: number }) => id === body.categoryId)
  const figures = await site.call(null, productSpecsEndpoint, { query: { category: slug } })
  expect(figures.status).toBe(200)
  expect(figures.body.length).toBeGreaterThan(2)
  for (const { max } of figures.body) expect(max).toBeLessThan(1e6)
})
