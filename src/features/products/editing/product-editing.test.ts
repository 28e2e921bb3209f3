import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listProductsEndpoint, getProductEndpoint } from '#features/products/product.contract.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { voteEndpoint } from '#features/votes/vote.contract.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { changeProductEndpoint, deleteProductEndpoint, saveProductEndpoint } from './product-editing.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'

let site: TestSite
let admin: Viewer
let member: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  member = await makeUser(site.ctx)
})
afterAll(() => site.close())

const form = (overrides: object = {}) => ({
  name: 'Wall charger',
  slug: `charger-${crypto.randomUUID().slice(0, 8)}`,
  description: 'Charges a car at seven kilowatts.',
  categoryId: 6,
  price: '£9,500–£12,000',
  image: '',
  features: '- Quick\n- Quiet',
  technicalSpecs: 'Power: 7 kW',
  isFeatured: true,
  ...overrides,
})
const save = (body: object, who: Viewer | null = admin) => site.call(who, saveProductEndpoint, { body })
const change = (id: number, body: object) => site.call(admin, changeProductEndpoint, { params: { id }, body })
const remove = (id: number) => site.call(admin, deleteProductEndpoint, { params: { id } })
const restore = (id: number) => site.call(admin, restoreFromTrashEndpoint, { params: { id }, body: {} })
const read = (slug: string) => site.call(null, getProductEndpoint, { params: { slug } })
const find = async (query: object) => {
  const { body } = await site.call(null, listProductsEndpoint, { query })
  return body.map(({ slug }: { slug: string }) => slug)
}
const lastEntry = (id: number) => lastEntryOf(site.ctx, 'product', id)

describe('an administrator', () => {
  test('API-PROD-05 creates a product, which is returned and immediately listed and found', async () => {
    const sent = form({ name: 'Zeppelin pump' })
    const { status, body } = await save(sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...sent, image: null, priceAmount: 9500, categoryName: 'EV Chargers', averageRating: 0, reviewCount: 0 })
    expect((await read(sent.slug)).body).toEqual(body)
    expect(await find({ search: 'zeppelin PUMP' })).toEqual([sent.slug])
    const entry = await lastEntry(body.id)
    expect(entry).toMatchObject({ action: 'product.create', user_id: admin.id, before: null })
    expect(JSON.parse(entry.after ?? '')).toMatchObject({ name: 'Zeppelin pump' })
  })

  test('ADM-PROD-22 ADM-PROD-23 ADM-PROD-24 may omit image, features and specifications; featured is off by default', async () => {
    const { image: _i, features: _f, technicalSpecs: _t, isFeatured: _x, ...required } = form()
    const { status, body } = await save(required)
    expect(status).toBe(201)
    expect(body).toMatchObject({ image: null, features: null, technicalSpecs: null, isFeatured: false })
  })

  test('API-PROD-06 changes a product by the same call with an id; an unknown id returns 404 and creates nothing', async () => {
    const { body: made } = await save(form())
    const { status, body } = await save({ ...form({ name: 'Better charger', slug: made.slug, price: 'Ask us' }), id: made.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: made.id, name: 'Better charger', price: 'Ask us', priceAmount: null })
    expect((await read(made.slug)).body.name).toBe('Better charger')
    const unknown = form()
    expect((await save({ ...unknown, id: 424242 })).body.code).toBe('product.not_found')
    expect((await read(unknown.slug)).status).toBe(404)
  })

  test('may send `imageUrl` instead of `image`', async () => {
    const { image: _, ...rest } = form()
    expect((await save({ ...rest, imageUrl: 'https://example.org/x.jpg' })).body.image).toBe('https://example.org/x.jpg')
  })

  test('changes only the fields that are sent, and the search finds the new ones', async () => {
    const { body: made } = await save(form({ name: 'Ocelot one', imageAlt: 'An ocelot', image: '/art/scenes/x.svg' }))
    const { status, body } = await change(made.id, { name: 'Marmot one' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...made, name: 'Marmot one', version: made.version + 1 })
    expect(await find({ search: 'ocelot' })).toEqual([])
    expect(await find({ search: 'marmot' })).toEqual([made.slug])
    const entry = await lastEntry(made.id)
    expect(entry).toMatchObject({ action: 'product.edit', before: '{"name":"Ocelot one"}', after: '{"name":"Marmot one"}' })
    await change(made.id, { name: 'Marmot one' })
    expect((await lastEntry(made.id)).id).toBe(entry.id)
    expect((await change(made.id, { image: 'https://example.org/y.jpg' })).body.imageAlt).toBeNull()
  })

  test('changes a slug; the old one leads to the product until another product takes it', async () => {
    const [first, second, third] = [form(), form(), form()]
    const { body: made } = await save(first)
    await change(made.id, { slug: second.slug })
    await change(made.id, { slug: third.slug })
    for (const slug of [first.slug, second.slug, third.slug]) {
      const { status, body } = await read(slug)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id: made.id, slug: third.slug })
    }
    expect((await read(first.slug)).headers['content-location']).toBe(`/api/products/${third.slug}`)
    const { body: other } = await save(first)
    expect((await read(first.slug)).body.id).toBe(other.id)
    await change(made.id, { slug: second.slug })
    expect((await read(third.slug)).body.slug).toBe(second.slug)
  })

  test('ADM-PROD-34 deletes a product with its reviews and votes but not its enquiries, and restores all of it', async () => {
    const { body: made } = await save(form())
    const { body: review } = await site.call(member, postReviewEndpoint, {
      body: { productId: made.id, rating: 4, title: 'Good', content: 'Works.' },
    })
    await site.call(admin, voteEndpoint, { body: { subject: 'review', id: review.id, value: 1 } })
    const enquiry = { name: 'A', email: 'a@example.org', phone: '0', address: 'x', product_name: 'Named', product_price: '£1' }
    const { id: enquiryId } = await site.ctx.db
      .insertInto('enquiries')
      .values({ ...enquiry, product_id: made.id, created_at: new Date().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const stored = async () => ({
      product: await site.ctx.db.selectFrom('products').selectAll().where('id', '=', made.id).execute(),
      reviews: await site.ctx.db.selectFrom('reviews').selectAll().where('product_id', '=', made.id).execute(),
      votes: await site.ctx.db.selectFrom('votes').selectAll().where('subject_id', '=', review.id).execute(),
      enquiry: await site.ctx.db.selectFrom('enquiries').selectAll().where('id', '=', enquiryId).execute(),
    })
    const before = await stored()

    const gone = await remove(made.id)
    expect(gone.status).toBe(200)
    expect(gone.body.id).toBe(made.id)
    const after = await stored()
    expect(after).toMatchObject({ product: [], reviews: [], votes: [] })
    expect(after.enquiry[0]).toMatchObject({ product_id: null, product_name: 'Named', product_price: '£1' })
    expect((await read(made.slug)).status).toBe(410)
    expect(await find({ search: made.slug })).toEqual([])

    expect((await restore(gone.body.trashId)).body).toEqual({ kind: 'product', subjectId: made.id })
    expect(await stored()).toEqual(before)
    expect((await read(made.slug)).body).toMatchObject({ averageRating: 4, reviewCount: 1 })
    expect((await restore(gone.body.trashId)).status).toBe(404)
  })
})

describe('bad input', () => {
  test.each([
    ['ADM-PROD-15', 'name', 'ab', 'Name must be at least 3 characters'],
    ['ADM-PROD-16', 'slug', 'ab', 'Slug must be at least 3 characters'],
    ['ADM-PROD-17', 'slug', 'No Spaces!', 'Slug must contain only lowercase letters, numbers, and hyphens'],
    ['ADM-PROD-18', 'description', 'Too short', 'Description must be at least 10 characters'],
    ['ADM-PROD-19', 'categoryId', undefined, 'Please select a category'],
    ['ADM-PROD-20', 'price', '  ', 'Please enter a price'],
    ['ADM-PROD-21', 'image', 'not an address', 'Must be a valid URL'],
    ['ADM-PROD-21', 'image', 'javascript:alert(1)', 'Must be a valid URL'],
    ['API-ART-09', 'slug', 'featured', 'This slug is reserved'],
  ])('%s is refused: %s %j', async (_id, path, value, message) => {
    const { status, body } = await save(form({ [path]: value }))
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path, message }])
    if (value === undefined) return
    const { body: made } = await save(form())
    expect((await change(made.id, { [path]: value })).body.errors).toEqual([{ path, message }])
  })

  test('an unknown category is refused', async () => {
    expect((await save(form({ categoryId: 77 }))).body.errors).toEqual([{ path: 'categoryId', message: 'No such category.' }])
  })

  test('a taken slug returns 409 at its field, also for concurrent requests', async () => {
    const taken = form()
    const both = await Promise.all([save(taken), save(taken)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const { body: other } = await save(form())
    for (const refused of [await save(taken), await change(other.id, { slug: taken.slug })]) {
      expect(refused.status).toBe(409)
      expect(refused.body.code).toBe('product.slug_taken')
      expect(refused.body.errors).toEqual([{ path: 'slug', message: 'Another product already has this slug' }])
    }
    expect((await read(other.slug)).body).toEqual(other)
  })

  test('a deleted product is not restored while another product has its slug', async () => {
    const { id, slug } = await makeProduct(site.ctx)
    const { body } = await remove(id)
    const { body: other } = await save(form({ slug }))
    expect((await restore(body.trashId)).status).toBe(409)
    expect((await read(slug)).body.id).toBe(other.id)
    await change(other.id, { slug: `${slug}-moved` })
    expect((await restore(body.trashId)).status).toBe(200)
    expect((await read(slug)).body.id).toBe(id)
  })

  test('an unknown upload requires a description', async () => {
    const image = `/uploads/${'ab'.repeat(12)}-1600x900.webp`
    const { status, body } = await save(form({ image }))
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path: 'imageAlt', message: 'Please describe the picture' }])
    expect((await save(form({ image, imageAlt: 'A roof' }))).body.imageAlt).toBe('A roof')
  })

  test('an unknown product returns 404', async () => {
    expect((await change(424242, { name: 'Nobody' })).body.code).toBe('product.not_found')
    expect((await remove(424242)).body.code).toBe('product.not_found')
  })
})

describe('API-PROD-07 without administrator rights', () => {
  test.each([[null, 401] as const, ['member', 403] as const])('editing as %s returns %i', async (who, status) => {
    const viewer = who === null ? null : member
    const { id, slug } = await makeProduct(site.ctx)
    const params = { id }
    expect((await save(form(), viewer)).status).toBe(status)
    expect((await save({ ...form(), id }, viewer)).status).toBe(status)
    expect((await site.call(viewer, changeProductEndpoint, { params, body: { name: 'Mine now' } })).status).toBe(status)
    expect((await site.call(viewer, deleteProductEndpoint, { params })).status).toBe(status)
    expect((await read(slug)).body.name).not.toBe('Mine now')
  })
})
