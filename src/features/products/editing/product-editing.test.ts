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

const makeForm = (overrides: object = {}) => ({
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
const save = (body: object, viewer: Viewer | null = admin) => site.call(viewer, saveProductEndpoint, { body })
const change = (id: number, body: object) => site.call(admin, changeProductEndpoint, { params: { id }, body })
const remove = (id: number) => site.call(admin, deleteProductEndpoint, { params: { id } })
const restore = (id: number) => site.call(admin, restoreFromTrashEndpoint, { params: { id }, body: {} })
const getProduct = (slug: string) => site.call(null, getProductEndpoint, { params: { slug } })
const listSlugs = async (query: object) => {
  const { body } = await site.call(null, listProductsEndpoint, { query })
  return body.map(({ slug }: { slug: string }) => slug)
}
const getLastEntry = (id: number) => lastEntryOf(site.ctx, 'product', id)

describe('an administrator', () => {
  test('API-PROD-05 creates a product, which is returned, and at once listed and found by the search', async () => {
    const newProduct = makeForm({ name: 'Zeppelin pump' })
    const { status, body } = await save(newProduct)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...newProduct,
      image: null,
      priceAmount: 9500,
      categoryName: 'EV Chargers',
      averageRating: 0,
      reviewCount: 0,
    })
    expect((await getProduct(newProduct.slug)).body).toEqual(body)
    expect(await listSlugs({ search: 'zeppelin PUMP' })).toEqual([newProduct.slug])
    const entry = await getLastEntry(body.id)
    expect(entry).toMatchObject({ action: 'product.create', user_id: admin.id, before: null })
    expect(JSON.parse(entry.after ?? '')).toMatchObject({ name: 'Zeppelin pump' })
  })

  test('ADM-PROD-22 ADM-PROD-23 ADM-PROD-24 may omit image, features and specifications; featured is off by default', async () => {
    const { image: _i, features: _f, technicalSpecs: _t, isFeatured: _x, ...required } = makeForm()
    const { status, body } = await save(required)
    expect(status).toBe(201)
    expect(body).toMatchObject({ image: null, features: null, technicalSpecs: null, isFeatured: false })
  })

  test('API-PROD-06 changes a product with the same call and an id; an unknown id returns 404 and creates nothing', async () => {
    const { body: created } = await save(makeForm())
    const { status, body } = await save({ ...makeForm({ name: 'Better charger', slug: created.slug, price: 'Ask us' }), id: created.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: created.id, name: 'Better charger', price: 'Ask us', priceAmount: null })
    expect((await getProduct(created.slug)).body.name).toBe('Better charger')
    const formForUnknownId = makeForm()
    expect((await save({ ...formForUnknownId, id: 424242 })).body.code).toBe('product.not_found')
    expect((await getProduct(formForUnknownId.slug)).status).toBe(404)
  })

  test('may send `imageUrl` instead of `image`', async () => {
    const { image: _, ...withoutImage } = makeForm()
    expect((await save({ ...withoutImage, imageUrl: 'https://example.org/x.jpg' })).body.image).toBe('https://example.org/x.jpg')
  })

  test('changes only the fields that are sent, and the search finds the new ones', async () => {
    const { body: created } = await save(makeForm({ name: 'Ocelot one', imageAlt: 'An ocelot', image: '/art/scenes/x.svg' }))
    const { status, body } = await change(created.id, { name: 'Marmot one' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...created, name: 'Marmot one', version: created.version + 1 })
    expect(await listSlugs({ search: 'ocelot' })).toEqual([])
    expect(await listSlugs({ search: 'marmot' })).toEqual([created.slug])
    const entry = await getLastEntry(created.id)
    expect(entry).toMatchObject({ action: 'product.edit', before: '{"name":"Ocelot one"}', after: '{"name":"Marmot one"}' })
    await change(created.id, { name: 'Marmot one' })
    expect((await getLastEntry(created.id)).id).toBe(entry.id)
    expect((await change(created.id, { image: 'https://example.org/y.jpg' })).body.imageAlt).toBeNull()
  })

  test('changes a slug; the old slug leads to the product until another product takes it', async () => {
    const [first, second, third] = [makeForm(), makeForm(), makeForm()]
    const { body: created } = await save(first)
    await change(created.id, { slug: second.slug })
    await change(created.id, { slug: third.slug })
    for (const slug of [first.slug, second.slug, third.slug]) {
      const { status, body } = await getProduct(slug)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id: created.id, slug: third.slug })
    }
    expect((await getProduct(first.slug)).headers['content-location']).toBe(`/api/products/${third.slug}`)
    const { body: other } = await save(first)
    expect((await getProduct(first.slug)).body.id).toBe(other.id)
    await change(created.id, { slug: second.slug })
    expect((await getProduct(third.slug)).body.slug).toBe(second.slug)
  })

  test('ADM-PROD-34 deletes a product with its reviews and votes, but not its enquiries, and restores everything', async () => {
    const { body: created } = await save(makeForm())
    const { body: review } = await site.call(member, postReviewEndpoint, {
      body: { productId: created.id, rating: 4, title: 'Good', content: 'Works.' },
    })
    await site.call(admin, voteEndpoint, { body: { subject: 'review', id: review.id, value: 1 } })
    const enquiry = { name: 'A', email: 'a@example.org', phone: '0', address: 'x', product_name: 'Named', product_price: '£1' }
    const { id: enquiryId } = await site.ctx.db
      .insertInto('enquiries')
      .values({ ...enquiry, product_id: created.id, created_at: new Date().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const readStoredRows = async () => ({
      product: await site.ctx.db.selectFrom('products').selectAll().where('id', '=', created.id).execute(),
      reviews: await site.ctx.db.selectFrom('reviews').selectAll().where('product_id', '=', created.id).execute(),
      votes: await site.ctx.db.selectFrom('votes').selectAll().where('subject_id', '=', review.id).execute(),
      enquiry: await site.ctx.db.selectFrom('enquiries').selectAll().where('id', '=', enquiryId).execute(),
    })
    const before = await readStoredRows()

    const deletion = await remove(created.id)
    expect(deletion.status).toBe(200)
    expect(deletion.body.id).toBe(created.id)
    const after = await readStoredRows()
    expect(after).toMatchObject({ product: [], reviews: [], votes: [] })
    expect(after.enquiry[0]).toMatchObject({ product_id: null, product_name: 'Named', product_price: '£1' })
    expect((await getProduct(created.slug)).status).toBe(410)
    expect(await listSlugs({ search: created.slug })).toEqual([])

    expect((await restore(deletion.body.trashId)).body).toEqual({ kind: 'product', subjectId: created.id })
    expect(await readStoredRows()).toEqual(before)
    expect((await getProduct(created.slug)).body).toMatchObject({ averageRating: 4, reviewCount: 1 })
    expect((await restore(deletion.body.trashId)).status).toBe(404)
  })
})

describe('invalid input', () => {
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
  ])('%s for the field %s returns 400: %j', async (_id, path, value, message) => {
    const { status, body } = await save(makeForm({ [path]: value }))
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path, message }])
    if (value === undefined) return
    const { body: created } = await save(makeForm())
    expect((await change(created.id, { [path]: value })).body.errors).toEqual([{ path, message }])
  })

  test('with an unknown category returns 400', async () => {
    expect((await save(makeForm({ categoryId: 77 }))).body.errors).toEqual([{ path: 'categoryId', message: 'No such category.' }])
  })

  test('with a taken slug returns 409 with an error for the field, also in concurrent requests', async () => {
    const formWithTakenSlug = makeForm()
    const responses = await Promise.all([save(formWithTakenSlug), save(formWithTakenSlug)])
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const { body: other } = await save(makeForm())
    for (const conflict of [await save(formWithTakenSlug), await change(other.id, { slug: formWithTakenSlug.slug })]) {
      expect(conflict.status).toBe(409)
      expect(conflict.body.code).toBe('product.slug_taken')
      expect(conflict.body.errors).toEqual([{ path: 'slug', message: 'Another product already has this slug' }])
    }
    expect((await getProduct(other.slug)).body).toEqual(other)
  })

  test('such as restoring a product whose slug another product has returns 409', async () => {
    const { id, slug } = await makeProduct(site.ctx)
    const { body } = await remove(id)
    const { body: other } = await save(makeForm({ slug }))
    expect((await restore(body.trashId)).status).toBe(409)
    expect((await getProduct(slug)).body.id).toBe(other.id)
    await change(other.id, { slug: `${slug}-moved` })
    expect((await restore(body.trashId)).status).toBe(200)
    expect((await getProduct(slug)).body.id).toBe(id)
  })

  test('such as an unknown upload without a description returns 400', async () => {
    const image = `/uploads/${'ab'.repeat(12)}-1600x900.webp`
    const { status, body } = await save(makeForm({ image }))
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path: 'imageAlt', message: 'Please describe the picture' }])
    expect((await save(makeForm({ image, imageAlt: 'A roof' }))).body.imageAlt).toBe('A roof')
  })

  test('such as the id of an unknown product returns 404', async () => {
    expect((await change(424242, { name: 'Nobody' })).body.code).toBe('product.not_found')
    expect((await remove(424242)).body.code).toBe('product.not_found')
  })
})

describe('API-PROD-07 without administrator rights', () => {
  test.each([[null, 401] as const, ['member', 403] as const])('editing as %s returns %i', async (role, status) => {
    const viewer = role === null ? null : member
    const { id, slug } = await makeProduct(site.ctx)
    const params = { id }
    expect((await save(makeForm(), viewer)).status).toBe(status)
    expect((await save({ ...makeForm(), id }, viewer)).status).toBe(status)
    expect((await site.call(viewer, changeProductEndpoint, { params, body: { name: 'Mine now' } })).status).toBe(status)
    expect((await site.call(viewer, deleteProductEndpoint, { params })).status).toBe(status)
    expect((await getProduct(slug)).body.name).not.toBe('Mine now')
  })
})
