/** Lists the fields that accept several lines; every other text input is single-line. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { changeAccountEndpoint } from '#features/accounts/account.contract.ts'
import { createArticleEndpoint } from '#features/articles/editing/article-editing.contract.ts'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { saveProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { changeSettingsEndpoint } from '#features/sites/site-settings.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { apiRoutes } from '#app/registry.ts'

const SEVERAL_LINES = new Set([
  // Hidden field that only programs fill in. It is never stored, and an error message would reveal it.
  'homepage',
  // The response of a mail server, verbatim.
  'detail',
  'content',
  'description',
  'features',
  'technicalSpecs',
  'summary',
  'notes',
  // Note of a reference value.
  'note',
  'address',
  'reason',
  'intro',
  'message',
  'text',
])
/** Secrets are compared and never displayed, so any characters are allowed. */
const SECRETS = /password|token|^code$/i
/** Fields that are compared exactly with a stored value. */
const COMPARED = new Set(['DELETE /api/admin/sites/:id: name'])
const BREAKS = ['\n', '\r', '\r\n', '\t', '\v', '\u0007', '\u001b', '\u0085', '\u2028', '\u2029']

type Field = [name: string, schema: z.ZodType]
/** Returns every string field, recursively. */
function fieldsOf(schema: z.ZodType, name = ''): Field[] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([key, field]) => fieldsOf(field as z.ZodType, key))
  if (schema instanceof z.ZodPipe && schema.out instanceof z.ZodObject) return fieldsOf(schema.out, name)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsOf(option as z.ZodType, name))
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType, name)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap() as z.ZodType, name)
  return name === '' ? [] : [[name, schema]]
}
const all = apiRoutes
  .filter(({ endpoint }) => endpoint.method !== 'GET')
  .flatMap(({ endpoint }) =>
    [...fieldsOf(endpoint.body), ...fieldsOf(endpoint.query)].map(
      ([name, schema]) => [`${endpoint.method} ${endpoint.path}`, name, schema] as const,
    ),
  )

test('every text input is single-line or listed as multi-line', () => {
  expect(all.length).toBeGreaterThan(60)
  const loose = all.filter(
    ([, name, schema]) =>
      !SEVERAL_LINES.has(name) &&
      !SECRETS.test(name) &&
      BREAKS.some((end) => schema.safeParse(`Some longer words${end}and some more`).success),
  )
  expect(loose.map(([call, name]) => `${call}: ${name}`).filter((field) => !COMPARED.has(field))).toEqual([])
})

let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ content: 'demo' })
})
afterAll(() => site.close())

describe('a single-line field with a line break', () => {
  const two = 'First line\nBcc: somebody@example.org'
  const product = {
    name: 'Kettle',
    slug: 'kettle-of-two-lines',
    description: 'Boils what is needed.\nAnd no more.',
    categoryId: 1,
    price: '£9',
  }
  test.each([
    [
      'name',
      postEnquiryEndpoint,
      { name: two, email: 'ada@example.org', phone: '01632 960001', address: '1 The Row\nHebden', productId: 1 },
    ],
    ['title', postTopicEndpoint, { title: two, content: 'Words.\n\nMore words.', categoryId: 1 }],
    ['title', postReviewEndpoint, { title: two, content: 'Words.\nMore.', rating: 5, productId: 1 }],
    ['displayName', changeAccountEndpoint, { displayName: two }],
    ['name', saveProductEndpoint, { ...product, name: two }],
    ['price', saveProductEndpoint, { ...product, price: '£9\n£8' }],
    ['authorName', createArticleEndpoint, { title: 'T', slug: 't-1', content: 'W', categoryId: 1, authorName: two, rating: 0 }],
    ['name', changeSettingsEndpoint, { name: two }],
  ] as const)('is rejected for its field: %s of %o', async (field, endpoint, body) => {
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const refused = await site.call(admin, endpoint, { body })
    expect(refused.status).toBe(400)
    expect(refused.body.code).toBe('input.invalid')
    expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual([field])
    expect(refused.body.message).toContain('on one line')
  })

  test('is accepted when the break is at either end, and multi-line fields keep their lines', async () => {
    const body = { title: '  A title\n', content: 'One.\n\nTwo.', categoryId: 1 }
    expect((await site.call(null, postTopicEndpoint, { body })).body).toMatchObject({ title: 'A title', content: 'One.\n\nTwo.' })
  })
})
