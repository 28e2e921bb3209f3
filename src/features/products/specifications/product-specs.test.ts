import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { untilLocked } from '#tests/support/locks.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { saveProductSpecs, refreshStaleSpecs } from './spec.service.ts'
import { compareProductsEndpoint, productCountsEndpoint, productSpecsEndpoint } from './product-spec.contract.ts'
import { changeProductEndpoint, deleteProductEndpoint, saveProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { listProductsEndpoint } from '#features/products/product.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
  await makeProduct(site.ctx, { slug: 'short', price: '£20,000', technicalSpecs: 'Range: 180 miles\nUsable battery: 40 kWh\nSeats: 4' })
  await makeProduct(site.ctx, {
    slug: 'middle',
    price: '£30,000',
    technicalSpecs: 'Official range (WLTP): 402 km\nUsable battery: 58.5 kWh',
  })
  await makeProduct(site.ctx, { slug: 'long', price: '£390 /month', technicalSpecs: 'Range: 330 miles\nUsable battery: 82 kWh' })
  await makeProduct(site.ctx, { slug: 'silent', price: null, technicalSpecs: 'Range: far' })
  // The specifications of this product must not be mixed in, because it is in another category.
  await makeProduct(site.ctx, { slug: 'other', categoryId: 3, price: '£25,000', technicalSpecs: 'Range: 250 miles' })
})
afterAll(() => site.close())

const EV = 'electric-vehicles'
const listSlugs = async (query: object) => {
  const { body, headers } = await site.call(null, listProductsEndpoint, { query: { category: EV, sort: 'name', ...query } })
  const slugs = (body as { slug: string }[]).map(({ slug }) => slug)
  expect(Number(headers['x-total-count'])).toBeGreaterThanOrEqual(slugs.length)
  return slugs.toSorted()
}
const readStoredSpecs = async (id: number) =>
  Object.fromEntries(
    (await site.ctx.db.selectFrom('product_figures').select(['key', 'number']).where('product_id', '=', id).execute()).map((row) => [
      row.key,
      row.number,
    ]),
  )

describe('a list filtered by specifications', () => {
  test('includes both ends, converts units and excludes products without the value', async () => {
    expect(await listSlugs({ range_min: 180, range_max: 250 })).toEqual(['middle', 'short'])
    expect(await listSlugs({ range_min: 249 })).toEqual(['long', 'middle'])
    expect(await listSlugs({ range_max: 179.9 })).toEqual([])
    expect(await listSlugs({ range_min: 0 })).toEqual(['long', 'middle', 'short'])
  })
  test('combines filters with each other, with a search and with paging', async () => {
    expect(await listSlugs({ range_min: 200, usable_battery_max: 60 })).toEqual(['middle'])
    expect(await listSlugs({ range_min: 100, search: 'product long' })).toEqual(['long'])
    expect(await listSlugs({ range_min: 300, search: 'product short' })).toEqual([])
    const { body, headers } = await site.call(null, listProductsEndpoint, { query: { category: EV, range_min: 1, perPage: 1, page: 2 } })
    expect(body).toHaveLength(1)
    expect(headers['x-total-count']).toBe('3')
  })
  test('compares only prices for the same unit', async () => {
    expect(await listSlugs({ price_max: 25_000 })).toEqual(['short'])
    expect(await listSlugs({ price_month_max: 400 })).toEqual(['long'])
  })
  test('ignores a blank value, and returns 400 for a value that is not a number or has no category', async () => {
    expect(await listSlugs({ range_min: '' })).toHaveLength(4)
    for (const range_min of ['far', 'NaN', 'Infinity', '1e300'])
      expect((await site.call(null, listProductsEndpoint, { query: { category: EV, range_min } })).status).toBe(400)
    const { status, body } = await site.call(null, listProductsEndpoint, { query: { range_min: 5 } })
    expect(status).toBe(400)
    expect(body.errors[0].path).toBe('category')
    expect(await listSlugs({ category: 'nowhere', range_min: 5 })).toEqual([])
    // Every JavaScript object has a property `constructor`, which must not count as a category.
    expect(await listSlugs({ category: 'constructor', range_min: 5 })).toEqual([])
  })
})

test('the filters for a category are the specifications in which its products differ, with range and step', async () => {
  const { body } = await site.call(null, productSpecsEndpoint, { query: { category: EV } })
  expect(body).toEqual([
    { key: 'price', label: 'Price', unit: null, isPrice: true, min: 20_000, max: 30_000, step: 100, count: 2 },
    { key: 'range', label: 'Range', unit: 'miles', isPrice: false, min: 180, max: 330, step: 2, count: 3 },
    { key: 'usable_battery', label: 'Usable battery', unit: 'kWh', isPrice: false, min: 40, max: 82, step: 0.5, count: 3 },
  ])
  expect((await site.call(null, productSpecsEndpoint, { query: { category: 'green-living' } })).body).toEqual([])
  expect((await site.call(null, productSpecsEndpoint, { query: { category: 'nowhere' } })).body).toEqual([])
  expect((await site.call(null, productSpecsEndpoint)).status).toBe(400)
})

test('productCountsEndpoint counts the products in each category', async () => {
  const { body } = await site.call(null, productCountsEndpoint)
  expect(body).toEqual([
    { categoryId: 1, count: 4 },
    { categoryId: 3, count: 1 },
  ])
})

describe('stored specifications', () => {
  test('are updated when a product is created, changed, moved to another category, deleted and restored', async () => {
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const form = { name: 'Kept true', slug: 'kept-true', description: 'A car whose figures change.', categoryId: 1, price: '£9,000' }
    const { body: created } = await site.call(admin, saveProductEndpoint, {
      body: { ...form, technicalSpecs: 'Range: 120 miles\nBoot: 300 litres' },
    })
    expect(await readStoredSpecs(created.id)).toEqual({ price: 9000, range: 120, boot: 300 })

    await site.call(admin, changeProductEndpoint, {
      params: { id: created.id },
      body: { technicalSpecs: 'Range: 140 miles', price: '£99 /month' },
    })
    expect(await readStoredSpecs(created.id)).toEqual({ price_month: 99, range: 140 })
    await site.call(admin, changeProductEndpoint, { params: { id: created.id }, body: { categoryId: 6 } })
    expect(await readStoredSpecs(created.id)).toEqual({ price_month: 99 })
    await site.call(admin, changeProductEndpoint, { params: { id: created.id }, body: { categoryId: 1 } })

    const { body: deletion } = await site.call(admin, deleteProductEndpoint, { params: { id: created.id } })
    expect(await readStoredSpecs(created.id)).toEqual({})
    expect(await listSlugs({ range_min: 140, range_max: 140 })).toEqual([])
    await site.call(admin, restoreFromTrashEndpoint, { params: { id: deletion.trashId } })
    expect(await readStoredSpecs(created.id)).toEqual({ price_month: 99, range: 140 })
    expect(await listSlugs({ range_min: 140, range_max: 140 })).toEqual(['kept-true'])
  })

  test('are refreshed by the job only for products that another parser version has parsed', async () => {
    const { db } = site.ctx
    const created = await Promise.all(
      Array.from({ length: 3 }, () => makeProduct(site.ctx, { technicalSpecs: 'Range: 999 miles', price: null })),
    )
    const ids = created.map(({ id }) => id)
    await db.deleteFrom('product_figures').where('product_id', 'in', ids).execute()
    await db.updateTable('products').set({ figures_version: 0 }).where('id', 'in', ids.slice(1)).execute()
    await refreshStaleSpecs(site.ctx)
    expect(await Promise.all(ids.map(readStoredSpecs))).toEqual([{}, { range: 999 }, { range: 999 }])
    const stale = await db.selectFrom('products').select('id').where('figures_version', '=', 0).execute()
    expect(stale).toEqual([])
  })

  test('and price amounts are refreshed after an update of the parser and after a change of the currency', async () => {
    const {
      db,
      site: { settings },
    } = site.ctx
    const { id } = await makeProduct(site.ctx, { price: '1.249' })
    const readAmounts = async () => {
      const row = await db
        .selectFrom('products')
        .select(['price_amount', 'price_unit', 'price_low', 'price_high'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return [...Object.values(row), (await readStoredSpecs(id))['price']]
    }
    // These are the values that an earlier version of the parser stored.
    await db
      .updateTable('products')
      .set({ price_amount: 1.249, price_unit: 'once', price_low: 1.249, figures_version: 3 })
      .where('id', '=', id)
      .execute()
    await refreshStaleSpecs(site.ctx)
    expect(await readAmounts()).toEqual([null, null, 1e15, -1, undefined])
    settings.currency = 'eur'
    await refreshStaleSpecs(site.ctx)
    expect(await readAmounts()).toEqual([1249, 'once', 1249, 1249, 1249])
    settings.currency = 'gbp'
    await refreshStaleSpecs(site.ctx)
    expect(await readAmounts()).toEqual([null, null, 1e15, -1, undefined])
  })

  test('from a concurrent edit are not overwritten by the job', async () => {
    const { db } = site.ctx
    const { id } = await makeProduct(site.ctx, { technicalSpecs: 'Range: 100 miles', price: null })
    await db.updateTable('products').set({ figures_version: 0 }).where('id', '=', id).execute()
    const edit = await db.startTransaction().execute()
    await edit.updateTable('products').set({ technical_specs: 'Range: 300 miles' }).where('id', '=', id).execute()
    await saveProductSpecs({ db: edit, site: site.ctx.site }, id)
    const refresh = refreshStaleSpecs(site.ctx)
    await untilLocked(site.ctx)
    await edit.commit().execute()
    await refresh
    expect(await readStoredSpecs(id)).toEqual({ range: 300 })
  })
})

describe('the comparison', () => {
  const compare = async (p: string) => {
    const { status, body } = await site.call(null, compareProductsEndpoint, { query: { p } })
    return { status, slugs: status === 200 && body.map(({ slug, asked }: { slug: string; asked: string }) => `${asked} ${slug}`) }
  }
  test('returns the full products in the requested order, without duplicates', async () => {
    expect(await compare('long,short, long,')).toEqual({ status: 200, slugs: ['long long', 'short short'] })
    const { body } = await site.call(null, compareProductsEndpoint, { query: { p: 'short' } })
    expect(body[0].technicalSpecs).toContain('Seats: 4')
  })
  test('leaves out unknown products, and finds a product by its old slug', async () => {
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const { id } = await makeProduct(site.ctx, { slug: 'had-another' })
    await site.call(admin, changeProductEndpoint, { params: { id }, body: { slug: 'has-this-now' } })
    expect(await compare('nowhere,had-another,short')).toEqual({ status: 200, slugs: ['had-another has-this-now', 'short short'] })
    expect(await compare('had-another,has-this-now')).toEqual({ status: 200, slugs: ['had-another has-this-now'] })
    expect(await compare('nowhere')).toEqual({ status: 200, slugs: [] })
  })
  test('returns 400 without a product and for more than four', async () => {
    for (const p of ['', ' , ', 'a,b,c,d,e', 'x'.repeat(1001)]) expect((await compare(p)).status).toBe(400)
  })
  test('returns 404 if products are switched off', async () => {
    const { features } = site.ctx.site.settings
    site.ctx.site.settings.features = { ...features, products: false }
    site.caches.invalidate(site.ctx.site.id, ['products', 'product_figures'])
    expect((await compare('short')).status).toBe(404)
    site.ctx.site.settings.features = features
  })
})

test('saving a product with a slug that is a fixed path of the API returns 400', async () => {
  const admin = await makeUser(site.ctx, { isAdmin: true })
  for (const slug of ['compare', 'counts', 'figures']) {
    const body = { name: 'In the way', slug, description: 'A product with a bad address.', categoryId: 1, price: '£1' }
    expect((await site.call(admin, saveProductEndpoint, { body })).status).toBe(400)
  }
})
