/** What an edit of a product writes down: in its row, in the log, for its old addresses and in the trash. */
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
const figures = (id: number) => ctx.db.selectFrom('product_figures').selectAll().where('product_id', '=', id).execute()
const TAKEN = 'Another product already has this slug'
const taken = { status: 409, code: 'product.slug_taken', message: TAKEN, errors: [{ path: 'slug', message: TAKEN }] }

describe('made', () => {
  test('the answer and the log say all of it; the call’s own status stays', async () => {
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
    expect((await figures(product.id)).length).toBeGreaterThan(0)
  })

  test('with an upload for a picture: as its maker has described it, if nothing else is said', async () => {
    const image = await addUpload('Seen from the road')
    expect((await make({ image, imageAlt: null })).imageAlt).toBe('Seen from the road')
    expect((await make({ image, imageAlt: 'Another view' })).imageAlt).toBe('Another view')
  })

  test('under a slug that led elsewhere: it does so no more', async () => {
    const [first, slug] = [await make(), form().slug]
    await changeProduct(ctx, first.id, { slug })
    expect(await slugs(first.id)).toEqual([first.slug])
    await saveProduct(ctx, form({ slug: first.slug }))
    expect(await slugs(first.id)).toEqual([])
  })

  test('not with a slug that is taken, nor in a category that is not there: nothing is written', async () => {
    const { slug } = await make()
    const count = async () => (await ctx.db.selectFrom('products').select('id').execute()).length
    const before = await count()
    await expect(saveProduct(ctx, form({ slug }))).rejects.toMatchObject(taken)
    const errors = [{ path: 'categoryId', message: 'No such category.' }]
    await expect(saveProduct(ctx, form({ categoryId: 77_777 }))).rejects.toMatchObject({ status: 400, errors })
    expect([await count(), await entries()]).toEqual([before, []])
  })
})

describe('saved again', () => {
  test.each<[string, object, string | null]>([
    ['the same picture without a description keeps the one it has', { imageAlt: null }, 'A charger'],
    ['the same picture with another', { imageAlt: 'Another' }, 'Another'],
    ['another picture without one has none', { image: NEW_PICTURE, imageAlt: null }, null],
    ['no picture', { image: null, imageAlt: null }, null],
  ])('%s', async (_what, over, imageAlt) => {
    const product = await make()
    expect((await saveProduct(ctx, { ...form({ slug: product.slug }), ...over, id: product.id })).imageAlt).toBe(imageAlt)
    expect(statuses).toEqual([200])
  })

  test('what is not there is made by no such call', async () => {
    await expect(saveProduct(ctx, { ...form(), id: 424_242 })).rejects.toMatchObject({ status: 404, code: 'product.not_found' })
  })
})

describe('changed', () => {
  test.each<[string, object, string | null]>([
    ['another picture alone', { image: NEW_PICTURE }, null],
    ['the same picture', { image: OLD_PICTURE }, 'A charger'],
    ['another with a description', { image: NEW_PICTURE, imageAlt: 'New' }, 'New'],
    ['a description alone', { imageAlt: 'New' }, 'New'],
    ['no picture any more', { image: null }, null],
    ['something else', { name: 'Other' }, 'A charger'],
  ])('%s', async (_what, change, imageAlt) => {
    const { id } = await make()
    expect(await changeProduct(ctx, id, change)).toMatchObject({ ...change, imageAlt })
  })

  test('what is the same is no change; what is another stands in the log, before and after', async () => {
    const product = await make()
    goTo(5000)
    await changeProduct(ctx, product.id, { name: product.name, price: product.price ?? '', isFeatured: true })
    expect([await entries(), (await rowOf(product.id))?.changed_at]).toEqual([[], at(0)])
    await changeProduct(ctx, product.id, { price: '£1,000', isFeatured: false, name: 'Cable' })
    const [before, after] = [
      { name: 'Wall charger', price: '£950', isFeatured: true },
      { name: 'Cable', price: '£1,000', isFeatured: false },
    ]
    expect(await entries()).toEqual([['product.edit', 'product', product.id, 'Cable', before, after]])
    expect(await rowOf(product.id)).toMatchObject({ changed_at: at(5000), created_at: at(0), price_amount: 1000 })
  })

  test('another slug: the old ones lead to it, and one that it takes again no more', async () => {
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

  test('another category: its figures and its score are those of that one', async () => {
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
    expect([moved.categoryName, moved.score]).toEqual([categories[1]?.name, expect.closeTo((5 * 4 + 5) / 6)])
    expect(new Set((await figures(id)).map((row) => row.category_id))).toEqual(new Set([second]))
    await ctx.db.deleteFrom('rating_priors').execute()
  })

  test('nothing of what is not there', async () => {
    await expect(changeProduct(ctx, 424_242, { name: 'Nobody' })).rejects.toMatchObject({ code: 'product.not_found' })
    const { id } = await make()
    await expect(changeProduct(ctx, id, { categoryId: 77_777 })).rejects.toMatchObject({ status: 400 })
  })
})

describe('its stars', () => {
  test('come, change and go, with the mean and the score', async () => {
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

  test('a form that names no product is told at its field', async () => {
    const message = 'No such product.'
    await expect(getProductById(ctx, 424_242)).rejects.toMatchObject({ status: 400, message, errors: [{ path: 'productId', message }] })
  })
})

test('deleted: its rows lie in the trash, its addresses say so; brought back, all is as it was', async () => {
  const product = await make()
  const slug = form().slug
  await changeProduct(ctx, product.id, { slug })
  await ctx.db.deleteFrom('audit_entries').execute()
  const enquiry = { name: 'A', email: 'a@example.org', phone: '0', address: 'x', product_name: 'N', product_price: '£1', created_at: at(0) }
  const asked = await ctx.db
    .insertInto('enquiries')
    .values([{ ...enquiry, product_id: product.id }, enquiry])
    .returning('id')
    .execute()
  const before = await rowOf(product.id)
  const { id, trashId } = await deleteProduct(ctx, product.id)
  expect([id, await rowOf(id), await figures(id)]).toEqual([product.id, undefined, []])
  const trash = await ctx.db.selectFrom('trash').selectAll().where('id', '=', trashId).executeTakeFirstOrThrow()
  expect(trash).toMatchObject({ kind: 'product', subject_id: id, title: 'Wall charger', deleted_by: admin.id, deleted_at: at(0) })
  const rows = JSON.parse(trash.rows) as { tables: [string, object[]][]; links: object }
  expect([rows.tables.map(([table, of]) => [table, of.length]), rows.links]).toEqual([
    [
      ['products', 1],
      ['reviews', 0],
      ['votes', 0],
      ['review_pictures', 0],
      ['waiting_reviews', 0],
    ],
    { enquiries: [asked[0]?.id] },
  ])
  expect(await tombstones(id)).toEqual([product.slug, slug].toSorted().map((key) => ['product', key, at(0)]))
  expect(await entries()).toEqual([['product.delete', 'product', id, 'Wall charger', null, null]])

  // Another one has taken its first address meanwhile.
  await ctx.db.insertInto('old_slugs').values({ kind: 'product', slug, subject_id: member.id }).execute()
  await restoreFromTrash(ctx, trashId, { product: restoreProduct } as never)
  expect([await rowOf(id), await tombstones(id), await slugs(id), await slugs(member.id)]).toEqual([before, [], [product.slug], []])
  expect((await figures(id)).length).toBeGreaterThan(0)
  const linked = await ctx.db
    .selectFrom('enquiries')
    .select('product_id')
    .where(
      'id',
      'in',
      asked.map((row) => row.id),
    )
    .orderBy('id')
    .execute()
  expect(linked.map((row) => row.product_id)).toEqual([id, null])
  await expect(deleteProduct(ctx, 424_242)).rejects.toMatchObject({ code: 'product.not_found' })
})
