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

const form = (given: object = {}) => ({
  name: 'Wall charger',
  slug: `charger-${crypto.randomUUID().slice(0, 8)}`,
  description: 'Charges a car at seven kilowatts.',
  categoryId: 6,
  price: '£9,500–£12,000',
  image: '',
  features: '- Quick\n- Quiet',
  technicalSpecs: 'Power: 7 kW',
  isFeatured: true,
  ...given,
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

describe('works', () => {
  test('API-PROD-05 creates; the answer is the product, at once in lists, orders and search', async () => {
    const sent = form({ name: 'Zeppelin pump' })
    const { status, body } = await save(sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...sent, image: null, priceAmount: 9500, categoryName: 'EV Chargers', averageRating: 0, reviewCount: 0 })
    expect((await read(sent.slug)).body).toEqual(body)
    expect(await find({ search: 'zeppelin PUMP' })).toEqual([sent.slug])
    const entry = await lastEntry(body.id)
    expect([entry.action, entry.user_id, entry.before]).toEqual(['product.create', admin.id, null])
    expect(JSON.parse(entry.after ?? '')).toMatchObject({ name: 'Zeppelin pump' })
  })

  test('ADM-PROD-22 ADM-PROD-23 ADM-PROD-24 image, features and specs are optional, featured is off by default', async () => {
    const { image: _i, features: _f, technicalSpecs: _t, isFeatured: _x, ...least } = form()
    const { status, body } = await save(least)
    expect([status, body.image, body.features, body.technicalSpecs, body.isFeatured]).toEqual([201, null, null, null, false])
  })

  test('API-PROD-06 the same call with an id changes it; an unknown id is 404 and makes nothing', async () => {
    const { body: made } = await save(form())
    const { status, body } = await save({ ...form({ name: 'Better charger', slug: made.slug, price: 'Ask us' }), id: made.id })
    expect([status, body.id, body.name, body.price, body.priceAmount]).toEqual([200, made.id, 'Better charger', 'Ask us', null])
    expect((await read(made.slug)).body.name).toBe('Better charger')
    const unknown = form()
    expect((await save({ ...unknown, id: 424242 })).body.code).toBe('product.not_found')
    expect((await read(unknown.slug)).status).toBe(404)
  })

  test('`imageUrl` is another name for `image`', async () => {
    const { image: _, ...rest } = form()
    expect((await save({ ...rest, imageUrl: 'https://example.org/x.jpg' })).body.image).toBe('https://example.org/x.jpg')
  })

  test('a change touches only what is sent, and search follows', async () => {
    const { body: made } = await save(form({ name: 'Ocelot one', imageAlt: 'An ocelot', image: '/art/scenes/x.svg' }))
    const { status, body } = await change(made.id, { name: 'Marmot one' })
    expect([status, body]).toEqual([200, { ...made, name: 'Marmot one', version: made.version + 1 }])
    expect(await find({ search: 'ocelot' })).toEqual([])
    expect(await find({ search: 'marmot' })).toEqual([made.slug])
    const entry = await lastEntry(made.id)
    expect([entry.action, entry.before, entry.after]).toEqual(['product.edit', '{"name":"Ocelot one"}', '{"name":"Marmot one"}'])
    await change(made.id, { name: 'Marmot one' })
    expect((await lastEntry(made.id)).id).toBe(entry.id)
    expect((await change(made.id, { image: 'https://example.org/y.jpg' })).body.imageAlt).toBeNull()
  })

  test('an old slug leads to the product until another takes it', async () => {
    const [first, second, third] = [form(), form(), form()]
    const { body: made } = await save(first)
    await change(made.id, { slug: second.slug })
    await change(made.id, { slug: third.slug })
    for (const slug of [first.slug, second.slug, third.slug]) {
      const { status, body } = await read(slug)
      expect([status, body.id, body.slug]).toEqual([200, made.id, third.slug])
    }
    expect((await read(first.slug)).headers['content-location']).toBe(`/api/products/${third.slug}`)
    const { body: other } = await save(first)
    expect((await read(first.slug)).body.id).toBe(other.id)
    await change(made.id, { slug: second.slug })
    expect((await read(third.slug)).body.slug).toBe(second.slug)
  })

  test('ADM-PROD-34 deleting takes the reviews and votes along; enquiries keep name and price; all of it comes back', async () => {
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
    expect([gone.status, gone.body.id]).toEqual([200, made.id])
    const after = await stored()
    expect([after.product, after.reviews, after.votes]).toEqual([[], [], []])
    expect(after.enquiry[0]).toMatchObject({ product_id: null, product_name: 'Named', product_price: '£1' })
    expect((await read(made.slug)).status).toBe(410)
    expect(await find({ search: made.slug })).toEqual([])

    expect((await restore(gone.body.trashId)).body).toEqual({ kind: 'product', subjectId: made.id })
    expect(await stored()).toEqual(before)
    expect((await read(made.slug)).body).toMatchObject({ averageRating: 4, reviewCount: 1 })
    expect((await restore(gone.body.trashId)).status).toBe(404)
  })
})

describe('refuses bad input', () => {
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
  ])('%s %s %j', async (_id, path, value, message) => {
    const { status, body } = await save(form({ [path]: value }))
    expect([status, body.errors]).toEqual([400, [{ path, message }]])
    if (value === undefined) return
    const { body: made } = await save(form())
    expect((await change(made.id, { [path]: value })).body.errors).toEqual([{ path, message }])
  })

  test('a category that is not there', async () => {
    expect((await save(form({ categoryId: 77 }))).body.errors).toEqual([{ path: 'categoryId', message: 'No such category.' }])
  })

  test('a slug that is taken is 409 beside its field, also for two who save at once', async () => {
    const taken = form()
    const both = await Promise.all([save(taken), save(taken)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const { body: other } = await save(form())
    for (const refused of [await save(taken), await change(other.id, { slug: taken.slug })]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'product.slug_taken'])
      expect(refused.body.errors).toEqual([{ path: 'slug', message: 'Another product already has this slug' }])
    }
    expect((await read(other.slug)).body).toEqual(other)
  })

  test('a product whose slug was taken meanwhile does not come back over it', async () => {
    const { id, slug } = await makeProduct(site.ctx)
    const { body } = await remove(id)
    const { body: other } = await save(form({ slug }))
    expect([(await restore(body.trashId)).status, (await read(slug)).body.id]).toEqual([409, other.id])
    await change(other.id, { slug: `${slug}-moved` })
    expect([(await restore(body.trashId)).status, (await read(slug)).body.id]).toEqual([200, id])
  })

  test('an upload that is not there has no description to fall back on', async () => {
    const image = `/uploads/${'ab'.repeat(12)}-1600x900.webp`
    const { status, body } = await save(form({ image }))
    expect([status, body.errors]).toEqual([400, [{ path: 'imageAlt', message: 'Please describe the picture' }]])
    expect((await save(form({ image, imageAlt: 'A roof' }))).body.imageAlt).toBe('A roof')
  })

  test('what is not there', async () => {
    expect((await change(424242, { name: 'Nobody' })).body.code).toBe('product.not_found')
    expect((await remove(424242)).body.code).toBe('product.not_found')
  })
})

describe('API-PROD-07 refuses strangers', () => {
  test.each([[null, 401] as const, ['member', 403] as const])('%s', async (who, status) => {
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
