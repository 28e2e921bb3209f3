/** What editing a product writes: its row, audit entries, old slugs, tombstones and trash. */
import { describe, expect, test } from 'vitest'
import { addUpload, admin, at, categories, ctx, entries, goTo, member, statuses, useEditorFixture } from '#tests/support/editor-fixture.ts'
import { addProductRating, changeProductRating, getProductById, removeProductRating } from '#features/products/product.service.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { restoreFromTrash } from '#features/trash/trash.service.ts'
import { changeProduct, deleteProduct, restoreProduct, saveProduct } from './product-editing.service.ts'

useEditorFixture()
const [OLD_PICTURE, NEW_PICTURE] = ['https://example.org/a.jpg', 'https://example.org/b.jpg']
const form = (over: object = {}) => ({
  name: 'Wall charger',
  slug: `charger-${crypto.randomUUID().slice(0, 8)}`,
  description: 'Charges a car.',
  categoryId: categories[0]?.id ?? 0,
  price: '£950',
  image: OLD_PICTURE as string | null,
  imageAlt: 'A charger' as string | null,
  features: '- Quick',
  technicalSpecs: 'Power: 7 kW',
  isFeatured: true,
  ...over,
})
const make = async (over: object = {}) => {
  const product = await saveProduct(ctx, form(over))
  await ctx.db.deleteFrom('audit_entries').execute()
  return product
}
const rowOf = (id: number) => ctx.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()
const slugs = async (id: number) =>
  (await ctx.db.selectFrom('old_slugs').select('slug').where('subject_id', '=', id).execute()).map(({ slug }) => slug).toSorted()
const tombstones = async (id: number) =>
  (await ctx.db.selectFrom('gone_addresses').selectAll().where('subject_id', '=', id).orderBy('key').execute()).map((row) => [
    row.kind,
    row.key,
    row.gone_at,
  ])
const storedSpecs = (id: number) => ctx.db.selectFrom('product_figures').selectAll().where('product_id', '=', id).execute()
const TAKEN = 'Another product already has this slug'
const taken = { status: 409, code: 'product.slug_taken', message: TAKEN, errors: [{ path: 'slug', message: TAKEN }] }

describe('creating a product', () => {
  test('returns and logs all fields, and keeps the default status', async () => {
    const sent = form()
    const product = await saveProduct(ctx, sent)
    const more = { priceAmount: 950, priceUnit: 'once', categoryName: categories[0]?.name, averageRating: 0, reviewCount: 0, score: 0 }
    expect(product).toMatchObject({ ...sent, ...more })
    expect(await entries()).toEqual([['product.create', 'product', product.id, 'Wall charger', null, sent]])
    expect(await rowOf(product.id)).toMatchObject({
      created_at: at(0),
      name_key: 'wall charger',
      search_text: 'wall charger\ncharges a car.',
    })
    expect(statuses).toEqual([])
    expect((await storedSpecs(product.id)).length).toBeGreaterThan(0)
  })

  test('uses the description of an upload if the form has none', async () => {
    const image = await addUpload('Seen from the road')
    expect((await make({ image, imageAlt: null })).imageAlt).toBe('Seen from the road')
    expect((await make({ image, imageAlt: 'Another view' })).imageAlt).toBe('Another view')
  })

  test('takes over the old slug of another product', async () => {
    const [first, slug] = [await make(), form().slug]
    await changeProduct(ctx, first.id, { slug })
    expect(await slugs(first.id)).toEqual([first.slug])
    await saveProduct(ctx, form({ slug: first.slug }))
    expect(await slugs(first.id)).toEqual([])
  })

  test('writes nothing for a taken slug or an unknown category', async () => {
    const { slug } = await make()
    const count = async () => (await ctx.db.selectFrom('products').select('id').execute()).length
    const before = await count()
    await expect(saveProduct(ctx, form({ slug }))).rejects.toMatchObject(taken)
    const errors = [{ path: 'categoryId', message: 'No such category.' }]
    await expect(saveProduct(ctx, form({ categoryId: 77_777 }))).rejects.toMatchObject({ status: 400, errors })
    expect(await count()).toBe(before)
    expect(await entries()).toEqual([])
  })
})

describe('saving a product again', () => {
  test.each<[string, object, string | null]>([
    ['keeps the description of the same picture without a new one', { imageAlt: null }, 'A charger'],
    ['changes the description of the same picture', { imageAlt: 'Another' }, 'Another'],
    ['has no description for another picture without one', { image: NEW_PICTURE, imageAlt: null }, null],
    ['has no description without a picture', { image: null, imageAlt: null }, null],
  ])('%s', async (_what, over, imageAlt) => {
    const product = await make()
    expect((await saveProduct(ctx, { ...form({ slug: product.slug }), ...over, id: product.id })).imageAlt).toBe(imageAlt)
    expect(statuses).toEqual([200])
  })

  test('returns 404 for an unknown product', async () => {
    await expect(saveProduct(ctx, { ...form(), id: 424_242 })).rejects.toMatchObject({ status: 404, code: 'product.not_found' })
  })
})

describe('changing a product', () => {
  test.each<[string, object, string | null]>([
    ['drops the description with another picture', { image: NEW_PICTURE }, null],
    ['keeps the description with the same picture', { image: OLD_PICTURE }, 'A charger'],
    ['takes the description of another picture', { image: NEW_PICTURE, imageAlt: 'New' }, 'New'],
    ['changes the description alone', { imageAlt: 'New' }, 'New'],
    ['drops the description with the picture', { image: null }, null],
    ['keeps the description if only other fields change', { name: 'Other' }, 'A charger'],
  ])('%s', async (_what, change, imageAlt) => {
    const { id } = await make()
    expect(await changeProduct(ctx, id, change)).toMatchObject({ ...change, imageAlt })
  })

  test('logs changed fields before and after, and writes nothing if all are equal', async () => {
    const product = await make()
    goTo(5000)
    await changeProduct(ctx, product.id, { name: product.name, price: product.price ?? '', isFeatured: true })
    expect(await entries()).toEqual([])
    expect((await rowOf(product.id))?.changed_at).toBe(at(0))
    await changeProduct(ctx, product.id, { price: '£1,000', isFeatured: false, name: 'Cable' })
    const [before, after] = [
      { name: 'Wall charger', price: '£950', isFeatured: true },
      { name: 'Cable', price: '£1,000', isFeatured: false },
    ]
    expect(await entries()).toEqual([['product.edit', 'product', product.id, 'Cable', before, after]])
    expect(await rowOf(product.id)).toMatchObject({ changed_at: at(5000), created_at: at(0), price_amount: 1000 })
  })

  test('records old slugs, and removes one that the product takes again', async () => {
    const [a, b] = [await make(), form().slug]
    await changeProduct(ctx, a.id, { name: 'No new address' })
    expect(await slugs(a.id)).toEqual([])
    await changeProduct(ctx, a.id, { slug: b })
    await changeProduct(ctx, a.id, { slug: a.slug })
    expect(await slugs(a.id)).toEqual([b])
    const other = await make()
    await expect(changeProduct(ctx, a.id, { slug: other.slug, name: 'Lost' })).rejects.toMatchObject(taken)
    expect(await rowOf(a.id)).toMatchObject({ slug: a.slug, name: 'No new address' })
  })

  test('updates specifications and score for another category', async () => {
    const [first, second] = categories.map(({ id }) => id)
    await ctx.db.deleteFrom('rating_priors').execute()
    await ctx.db
      .insertInto('rating_priors')
      .values([
        { category_id: first ?? 0, mean: 2, basis: 'category' },
        { category_id: second ?? 0, mean: 4, basis: 'category' },
      ])
      .execute()
    const { id } = await make()
    await addProductRating(ctx, id, 5)
    expect((await rowOf(id))?.score).toBeCloseTo((5 * 2 + 5) / 6)
    const moved = await changeProduct(ctx, id, { categoryId: second ?? 0 })
    expect(moved.categoryName).toBe(categories[1]?.name)
    expect(moved.score).toBeCloseTo((5 * 4 + 5) / 6)
    expect(new Set((await storedSpecs(id)).map((row) => row.category_id))).toEqual(new Set([second]))
    await ctx.db.deleteFrom('rating_priors').execute()
  })

  test('refuses an unknown product or category', async () => {
    await expect(changeProduct(ctx, 424_242, { name: 'Nobody' })).rejects.toMatchObject({ code: 'product.not_found' })
    const { id } = await make()
    await expect(changeProduct(ctx, id, { categoryId: 77_777 })).rejects.toMatchObject({ status: 400 })
  })
})

describe('the rating of a product', () => {
  test('follows added, changed and removed reviews, with the score', async () => {
    await ctx.db.deleteFrom('rating_priors').execute()
    const { id } = await makeProduct(ctx, { categoryId: null })
    const sums = async () => {
      const row = await rowOf(id)
      return [row?.rating_sum, row?.review_count, Math.round((row?.score ?? 0) * 1000)]
    }
    const steps: [() => Promise<void>, number, number][] = [
      [() => addProductRating(ctx, id, 4), 4, 1],
      [() => addProductRating(ctx, id, 5), 9, 2],
      [() => changeProductRating(ctx, id, 5, 2), 6, 2],
      [() => changeProductRating(ctx, id, 2, 2), 6, 2],
      [() => removeProductRating(ctx, id, 4), 2, 1],
      [() => removeProductRating(ctx, id, 2), 0, 0],
    ]
    for (const [step, sum, count] of steps) {
      await step()
      expect(await sums()).toEqual([sum, count, count === 0 ? 0 : Math.round(((5 * 3 + sum) / (5 + count)) * 1000)])
    }
  })

  test('of an unknown product is refused at the field `productId`', async () => {
    const message = 'No such product.'
    await expect(getProductById(ctx, 424_242)).rejects.toMatchObject({ status: 400, message, errors: [{ path: 'productId', message }] })
  })
})

test('deleting moves the rows to the trash and records tombstones; restoring undoes both', async () => {
  const product = await make()
  const slug = form().slug
  await changeProduct(ctx, product.id, { slug })
  await ctx.db.deleteFrom('audit_entries').execute()
  const enquiry = { name: 'A', email: 'a@example.org', phone: '0', address: 'x', product_name: 'N', product_price: '£1', created_at: at(0) }
  const enquiries = await ctx.db
    .insertInto('enquiries')
    .values([{ ...enquiry, product_id: product.id }, enquiry])
    .returning('id')
    .execute()
  const before = await rowOf(product.id)
  const { id, trashId } = await deleteProduct(ctx, product.id)
  expect(id).toBe(product.id)
  expect(await rowOf(id)).toBeUndefined()
  expect(await storedSpecs(id)).toEqual([])
  const trash = await ctx.db.selectFrom('trash').selectAll().where('id', '=', trashId).executeTakeFirstOrThrow()
  expect(trash).toMatchObject({ kind: 'product', subject_id: id, title: 'Wall charger', deleted_by: admin.id, deleted_at: at(0) })
  const rows = JSON.parse(trash.rows) as { tables: [string, object[]][]; links: object }
  expect(rows.tables.map(([table, of]) => [table, of.length])).toEqual([
    ['products', 1],
    ['reviews', 0],
    ['votes', 0],
    ['review_pictures', 0],
    ['waiting_reviews', 0],
  ])
  expect(rows.links).toEqual({ enquiries: [enquiries[0]?.id] })
  expect(await tombstones(id)).toEqual([product.slug, slug].toSorted().map((key) => ['product', key, at(0)]))
  expect(await entries()).toEqual([['product.delete', 'product', id, 'Wall charger', null, null]])

  // Another product has taken its slug as an old slug meanwhile.
  await ctx.db.insertInto('old_slugs').values({ kind: 'product', slug, subject_id: member.id }).execute()
  await restoreFromTrash(ctx, trashId, { product: restoreProduct } as never)
  expect(await rowOf(id)).toEqual(before)
  expect(await tombstones(id)).toEqual([])
  expect(await slugs(id)).toEqual([product.slug])
  expect(await slugs(member.id)).toEqual([])
  expect((await storedSpecs(id)).length).toBeGreaterThan(0)
  const linked = await ctx.db
    .selectFrom('enquiries')
    .select('product_id')
    .where(
      'id',
      'in',
      enquiries.map((row) => row.id),
    )
    .orderBy('id')
    .execute()
  expect(linked.map((row) => row.product_id)).toEqual([id, null])
  await expect(deleteProduct(ctx, 424_242)).rejects.toMatchObject({ code: 'product.not_found' })
})
