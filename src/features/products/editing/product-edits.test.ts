/** Tests what editing a product writes: its row, audit entries, old slugs, tombstones and the trash. */
import { describe, expect, test } from 'vitest'
import { addUpload, admin, at, categories, ctx, entries, goTo, member, statuses, useEditorFixture } from '#tests/support/editor-fixture.ts'
import { addProductRating, changeProductRating, getProductById, removeProductRating } from '#features/products/product.service.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { restoreFromTrash } from '#features/trash/trash.service.ts'
import { changeProduct, deleteProduct, restoreProduct, saveProduct } from './product-editing.service.ts'

useEditorFixture()
const [OLD_PICTURE, NEW_PICTURE] = ['https://example.org/a.jpg', 'https://example.org/b.jpg']
const makeForm = (overrides: object = {}) => ({
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
  ...overrides,
})
const makeSavedProduct = async (overrides: object = {}) => {
  const product = await saveProduct(ctx, makeForm(overrides))
  await ctx.db.deleteFrom('audit_entries').execute()
  return product
}
const findRow = (id: number) => ctx.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirst()
const listOldSlugs = async (id: number) =>
  (await ctx.db.selectFrom('old_slugs').select('slug').where('subject_id', '=', id).execute()).map(({ slug }) => slug).toSorted()
const listTombstones = async (id: number) =>
  (await ctx.db.selectFrom('gone_addresses').selectAll().where('subject_id', '=', id).orderBy('key').execute()).map((row) => [
    row.kind,
    row.key,
    row.gone_at,
  ])
const listStoredSpecs = (id: number) => ctx.db.selectFrom('product_figures').selectAll().where('product_id', '=', id).execute()
const SLUG_TAKEN_MESSAGE = 'Another product already has this slug'
const slugTakenError = {
  status: 409,
  code: 'product.slug_taken',
  message: SLUG_TAKEN_MESSAGE,
  errors: [{ path: 'slug', message: SLUG_TAKEN_MESSAGE }],
}

describe('creating a product', () => {
  test('returns and logs all fields, and leaves the response status at its default', async () => {
    const newProduct = makeForm()
    const product = await saveProduct(ctx, newProduct)
    const derivedFields = {
      priceAmount: 950,
      priceUnit: 'once',
      categoryName: categories[0]?.name,
      averageRating: 0,
      reviewCount: 0,
      score: 0,
    }
    expect(product).toMatchObject({ ...newProduct, ...derivedFields })
    expect(await entries()).toEqual([['product.create', 'product', product.id, 'Wall charger', null, { ...newProduct, isDemo: false }]])
    expect(await findRow(product.id)).toMatchObject({
      created_at: at(0),
      name_key: 'wall charger',
      search_text: 'wall charger\ncharges a car.',
    })
    expect(statuses).toEqual([])
    expect((await listStoredSpecs(product.id)).length).toBeGreaterThan(0)
  })

  test('an example that is made real loses the mark, and other changes preserve it', async () => {
    const { id, slug } = await makeSavedProduct({ isDemo: true })
    expect(await changeProduct(ctx, id, { name: 'Wall charger 2' })).toMatchObject({ isDemo: true })
    expect(await saveProduct(ctx, { ...makeForm({ slug }), id })).toMatchObject({ isDemo: true })
    expect(await changeProduct(ctx, id, { isDemo: false })).toMatchObject({ isDemo: false })
  })

  test('uses the description of an upload if the form has none', async () => {
    const image = await addUpload('Seen from the road')
    expect((await makeSavedProduct({ image, imageAlt: null })).imageAlt).toBe('Seen from the road')
    expect((await makeSavedProduct({ image, imageAlt: 'Another view' })).imageAlt).toBe('Another view')
  })

  test('takes an old slug over from another product', async () => {
    const [first, slug] = [await makeSavedProduct(), makeForm().slug]
    await changeProduct(ctx, first.id, { slug })
    expect(await listOldSlugs(first.id)).toEqual([first.slug])
    await saveProduct(ctx, makeForm({ slug: first.slug }))
    expect(await listOldSlugs(first.id)).toEqual([])
  })

  test('writes nothing for a taken slug or an unknown category', async () => {
    const { slug } = await makeSavedProduct()
    const countProducts = async () => (await ctx.db.selectFrom('products').select('id').execute()).length
    const before = await countProducts()
    await expect(saveProduct(ctx, makeForm({ slug }))).rejects.toMatchObject(slugTakenError)
    const errors = [{ path: 'categoryId', message: 'No such category.' }]
    await expect(saveProduct(ctx, makeForm({ categoryId: 77_777 }))).rejects.toMatchObject({ status: 400, errors })
    expect(await countProducts()).toBe(before)
    expect(await entries()).toEqual([])
  })
})

describe('saving a product again', () => {
  test.each<[string, object, string | null]>([
    ['keeps the description of an unchanged picture if none is sent', { imageAlt: null }, 'A charger'],
    ['changes the description of an unchanged picture', { imageAlt: 'Another' }, 'Another'],
    ['removes the description if another picture is sent without one', { image: NEW_PICTURE, imageAlt: null }, null],
    ['removes the description with the picture', { image: null, imageAlt: null }, null],
  ])('%s', async (_description, overrides, imageAlt) => {
    const product = await makeSavedProduct()
    expect((await saveProduct(ctx, { ...makeForm({ slug: product.slug }), ...overrides, id: product.id })).imageAlt).toBe(imageAlt)
    expect(statuses).toEqual([200])
  })

  test('returns 404 for an unknown product', async () => {
    await expect(saveProduct(ctx, { ...makeForm(), id: 424_242 })).rejects.toMatchObject({ status: 404, code: 'product.not_found' })
  })
})

describe('changing a product', () => {
  test.each<[string, object, string | null]>([
    ['removes the description if another picture is sent without one', { image: NEW_PICTURE }, null],
    ['keeps the description if the same picture is sent', { image: OLD_PICTURE }, 'A charger'],
    ['stores the description that is sent with another picture', { image: NEW_PICTURE, imageAlt: 'New' }, 'New'],
    ['can change the description alone', { imageAlt: 'New' }, 'New'],
    ['removes the description with the picture', { image: null }, null],
    ['keeps the description if only other fields change', { name: 'Other' }, 'A charger'],
  ])('%s', async (_description, change, imageAlt) => {
    const { id } = await makeSavedProduct()
    expect(await changeProduct(ctx, id, change)).toMatchObject({ ...change, imageAlt })
  })

  test('logs the changed fields before and after, and writes nothing if all values stay the same', async () => {
    const product = await makeSavedProduct()
    goTo(5000)
    await changeProduct(ctx, product.id, { name: product.name, price: product.price ?? '', isFeatured: true })
    expect(await entries()).toEqual([])
    expect((await findRow(product.id))?.changed_at).toBe(at(0))
    await changeProduct(ctx, product.id, { price: '£1,000', isFeatured: false, name: 'Cable' })
    const [before, after] = [
      { name: 'Wall charger', price: '£950', isFeatured: true },
      { name: 'Cable', price: '£1,000', isFeatured: false },
    ]
    expect(await entries()).toEqual([['product.edit', 'product', product.id, 'Cable', before, after]])
    expect(await findRow(product.id)).toMatchObject({ changed_at: at(5000), created_at: at(0), price_amount: 1000 })
  })

  test('records old slugs, and removes one that the product takes again', async () => {
    const [product, newSlug] = [await makeSavedProduct(), makeForm().slug]
    await changeProduct(ctx, product.id, { name: 'No new address' })
    expect(await listOldSlugs(product.id)).toEqual([])
    await changeProduct(ctx, product.id, { slug: newSlug })
    await changeProduct(ctx, product.id, { slug: product.slug })
    expect(await listOldSlugs(product.id)).toEqual([newSlug])
    const other = await makeSavedProduct()
    await expect(changeProduct(ctx, product.id, { slug: other.slug, name: 'Lost' })).rejects.toMatchObject(slugTakenError)
    expect(await findRow(product.id)).toMatchObject({ slug: product.slug, name: 'No new address' })
  })

  test('updates the specifications and the score if the category changes', async () => {
    const [first, second] = categories.map(({ id }) => id)
    await ctx.db.deleteFrom('rating_priors').execute()
    await ctx.db
      .insertInto('rating_priors')
      .values([
        { category_id: first ?? 0, mean: 2, basis: 'category' },
        { category_id: second ?? 0, mean: 4, basis: 'category' },
      ])
      .execute()
    const { id } = await makeSavedProduct()
    await addProductRating(ctx, id, 5)
    expect((await findRow(id))?.score).toBeCloseTo((5 * 2 + 5) / 6)
    const moved = await changeProduct(ctx, id, { categoryId: second ?? 0 })
    expect(moved.categoryName).toBe(categories[1]?.name)
    expect(moved.score).toBeCloseTo((5 * 4 + 5) / 6)
    expect(new Set((await listStoredSpecs(id)).map((row) => row.category_id))).toEqual(new Set([second]))
    await ctx.db.deleteFrom('rating_priors').execute()
  })

  test('fails with 404 for an unknown product and with 400 for an unknown category', async () => {
    await expect(changeProduct(ctx, 424_242, { name: 'Nobody' })).rejects.toMatchObject({ code: 'product.not_found' })
    const { id } = await makeSavedProduct()
    await expect(changeProduct(ctx, id, { categoryId: 77_777 })).rejects.toMatchObject({ status: 400 })
  })
})

describe('the rating of a product', () => {
  test('and its score follow added, changed and removed reviews', async () => {
    await ctx.db.deleteFrom('rating_priors').execute()
    const { id } = await makeProduct(ctx, { categoryId: null })
    const readSums = async () => {
      const row = await findRow(id)
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
      expect(await readSums()).toEqual([sum, count, count === 0 ? 0 : Math.round(((5 * 3 + sum) / (5 + count)) * 1000)])
    }
  })

  test('of an unknown product fails with 400 at the field `productId`', async () => {
    const message = 'No such product.'
    await expect(getProductById(ctx, 424_242)).rejects.toMatchObject({ status: 400, message, errors: [{ path: 'productId', message }] })
  })
})

test('deleting a product moves its rows to the trash and records tombstones; restoring it undoes both', async () => {
  const product = await makeSavedProduct()
  const slug = makeForm().slug
  await changeProduct(ctx, product.id, { slug })
  await ctx.db.deleteFrom('audit_entries').execute()
  const enquiry = { name: 'A', email: 'a@example.org', phone: '0', address: 'x', product_name: 'N', product_price: '£1', created_at: at(0) }
  const enquiries = await ctx.db
    .insertInto('enquiries')
    .values([{ ...enquiry, product_id: product.id }, enquiry])
    .returning('id')
    .execute()
  const before = await findRow(product.id)
  const { id, trashId } = await deleteProduct(ctx, product.id)
  expect(id).toBe(product.id)
  expect(await findRow(id)).toBeUndefined()
  expect(await listStoredSpecs(id)).toEqual([])
  const trash = await ctx.db.selectFrom('trash').selectAll().where('id', '=', trashId).executeTakeFirstOrThrow()
  expect(trash).toMatchObject({ kind: 'product', subject_id: id, title: 'Wall charger', deleted_by: admin.id, deleted_at: at(0) })
  const rows = JSON.parse(trash.rows) as { tables: [string, object[]][]; links: object }
  expect(rows.tables.map(([table, tableRows]) => [table, tableRows.length])).toEqual([
    ['products', 1],
    ['reviews', 0],
    ['votes', 0],
    ['review_pictures', 0],
    ['review_updates', 0],
    ['waiting_reviews', 0],
  ])
  expect(rows.links).toEqual({ enquiries: [enquiries[0]?.id] })
  expect(await listTombstones(id)).toEqual([product.slug, slug].toSorted().map((key) => ['product', key, at(0)]))
  expect(await entries()).toEqual([['product.delete', 'product', id, 'Wall charger', null, null]])

  // In the meantime, the slug became an old slug of another product.
  await ctx.db.insertInto('old_slugs').values({ kind: 'product', slug, subject_id: member.id }).execute()
  await restoreFromTrash(ctx, trashId, { product: restoreProduct } as never)
  expect(await findRow(id)).toEqual(before)
  expect(await listTombstones(id)).toEqual([])
  expect(await listOldSlugs(id)).toEqual([product.slug])
  expect(await listOldSlugs(member.id)).toEqual([])
  expect((await listStoredSpecs(id)).length).toBeGreaterThan(0)
  const linkedEnquiries = await ctx.db
    .selectFrom('enquiries')
    .select('product_id')
    .where(
      'id',
      'in',
      enquiries.map((row) => row.id),
    )
    .orderBy('id')
    .execute()
  expect(linkedEnquiries.map((row) => row.product_id)).toEqual([id, null])
  await expect(deleteProduct(ctx, 424_242)).rejects.toMatchObject({ code: 'product.not_found' })
})
