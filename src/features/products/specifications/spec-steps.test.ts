/** Tests the filters for a category: their specifications, ranges and steps. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeProduct } from '#features/products/product.factory.ts'
import { filterKeysOf, MAX_FILTERS, MAX_SPEC_VALUE } from '#features/products/product-filter.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { listProductSpecs, refreshStaleSpecs, saveProductSpecs } from './spec.service.ts'

let sites: TestSites
let ctx: Context
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty' })
  ctx = { db: sites.main.db, site: sites.main, viewer: null, log: { info() {}, warn() {}, error() {} } }
})
afterAll(() => sites.close())
beforeEach(async () => {
  for (const table of ['product_figures', 'products'] as const) await ctx.db.deleteFrom(table).execute()
})

const EV = 'electric-vehicles'
async function insertSpecs(key: string, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const { id } = await makeProduct(ctx, { price: null })
    await ctx.db.insertInto('product_figures').values({ product_id: id, category_id: 1, key, number }).execute()
  }
}

test.each<[number[], number, number, number]>([
  [[0, 1], 0, 1, 1],
  [[0, 99], 0, 99, 1],
  [[0, 100], 0, 100, 1],
  [[0, 101], 0, 102, 2],
  [[0, 200], 0, 200, 2],
  [[0, 201], 0, 205, 5],
  [[3, 201], 2, 202, 2],
  [[0, 500], 0, 500, 5],
  [[0, 501], 0, 510, 10],
  [[0, 1000], 0, 1000, 10],
  [[180, 330], 180, 330, 2],
  [[20_050, 29_950], 20_000, 30_000, 100],
  [[-7, 150], -8, 150, 2],
  [[0.5, 1.5], 0.5, 1.5, 0.01],
  [[0.1, 0.3], 0.1, 0.3, 0.002],
  [[58.5, 82], 58.5, 82, 0.5],
  [[1.25, 6.25], 1.25, 6.25, 0.05],
  [[0, 1_000_000], 0, 1_000_000, 10_000],
])('the filter for the values %j goes from %d to %d in steps of %d', async (numbers, min, max, step) => {
  await insertSpecs('range', numbers)
  expect(await listProductSpecs(ctx, EV)).toEqual({
    items: [{ key: 'range', label: 'Range', unit: 'miles', isPrice: false, min, max, step, count: numbers.length }],
    total: 1,
  })
})

test('a specification with the same value for all products, or from another category, is not a filter', async () => {
  await insertSpecs('range', [200, 200])
  expect(await listProductSpecs(ctx, EV)).toEqual({ items: [], total: 0 })
  await insertSpecs('range', [210])
  for (const category of ['nowhere', 'solar-panels']) expect(await listProductSpecs(ctx, category)).toEqual({ items: [], total: 0 })
})

test('the filters include only the most common kind of price, and are limited in number', async () => {
  const keys = filterKeysOf(EV)
  for (const key of keys) await insertSpecs(key, [1, 2])
  await insertSpecs('price_month', [3])
  const { items, total } = await listProductSpecs(ctx, EV)
  expect(items).toHaveLength(MAX_FILTERS)
  expect(total).toBe(MAX_FILTERS)
  expect(items.filter(({ isPrice }) => isPrice)).toEqual([
    { key: 'price_month', label: 'Price a month', unit: null, isPrice: true, min: 1, max: 3, step: 1, count: 3 },
  ])
  expect(items.map(({ key }) => key)).toEqual(keys.filter((key) => !/^price(?!_month)/.test(key)).slice(0, MAX_FILTERS))
})

const readStoredSpecs = async (id: number) => {
  const rows = await ctx.db.selectFrom('product_figures').select(['key', 'number']).where('product_id', '=', id).orderBy('key').execute()
  return Object.fromEntries(rows.map(({ key, number }) => [key, number]))
}
test.each<[object, Record<string, number>]>([
  [
    { price: '£20,000', technicalSpecs: 'Range: 180 miles\nRange: 190 miles' },
    { price: 20_000, range: 180 },
  ],
  [{ price: '£390 /month' }, { price_month: 390 }],
  [{ price: '£390 per panel' }, { price_panel: 390 }],
  [
    { price: '£390 per panel', categoryId: 1, technicalSpecs: 'Range: 180 miles' },
    { price_panel: 390, range: 180 },
  ],
  [{ price: null, technicalSpecs: 'Range: far\nHeight: 3 m' }, {}],
  [{ price: '£20,000', categoryId: null }, {}],
  [{ price: null, technicalSpecs: `Range: ${MAX_SPEC_VALUE} miles` }, {}],
  [{ price: null, technicalSpecs: `Range: ${MAX_SPEC_VALUE - 1} miles` }, { range: MAX_SPEC_VALUE - 1 }],
])('the product %j has the stored values %j', async (product, values) => {
  const { id } = await makeProduct(ctx, product)
  expect(await readStoredSpecs(id)).toEqual(values)
})

test('products that an older parser version has parsed are parsed again, in more than one batch', async () => {
  const { id } = await makeProduct(ctx, { price: null, technicalSpecs: 'Range: 180 miles' })
  const { figures_version: version } = await ctx.db
    .selectFrom('products')
    .select('figures_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const product = await ctx.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { id: _id, ...row } = product
  const staleProducts = Array.from({ length: 201 }, (_, n) => ({ ...row, slug: `more-${n}`, figures_version: version - 1 }))
  await ctx.db.insertInto('products').values(staleProducts).execute()
  await ctx.db.deleteFrom('product_figures').execute()
  await refreshStaleSpecs(ctx)
  const { n } = await ctx.db
    .selectFrom('product_figures')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  // The product that the current parser version has parsed is skipped.
  expect(n).toBe(201)
  expect(await readStoredSpecs(id)).toEqual({})
  expect(await ctx.db.selectFrom('products').select('figures_version').distinct().execute()).toEqual([{ figures_version: version }])
  await saveProductSpecs(ctx, 999_999)
})
