import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { featuredProductsEndpoint, getProductEndpoint, listProductsEndpoint, productsOfCategoryEndpoint } from './product.contract.ts'
import { makeProduct } from './product.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const slugs = (body: { slug: string }[]) => body.map(({ slug }) => slug)
const list = async (query: object) => slugs((await site.call(null, listProductsEndpoint, { query })).body)

describe('works', () => {
  test('PROD-10 PROD-11 PROD-13 price order goes by the first number; no number comes last both ways', async () => {
    const prices = { dear: '£9,500–£12,000', cheap: '£290 per panel', middle: 'from £1,249.00 per kit', none: null, poa: 'Ask us' }
    for (const [slug, price] of Object.entries(prices)) await makeProduct(site.ctx, { slug, price, categoryId: 3 })
    expect(await list({ sort: 'price-low', category: 'battery-storage' })).toEqual(['cheap', 'middle', 'dear', 'none', 'poa'])
    expect(await list({ sort: 'price-high', category: 'battery-storage' })).toEqual(['dear', 'middle', 'cheap', 'none', 'poa'])
  })

  test('PROD-12 names A to Z, whatever their case', async () => {
    for (const name of ['banana', 'Apple', 'cherry']) await makeProduct(site.ctx, { slug: name.toLowerCase(), name, categoryId: 4 })
    expect(await list({ sort: 'name', category: 'home-efficiency' })).toEqual(['apple', 'banana', 'cherry'])
  })

  test('PROD-09 PROD-16 PROD-17 best rated first, by the mean of the reviews', async () => {
    const made = await Promise.all(['good', 'better', 'unrated'].map((slug) => makeProduct(site.ctx, { slug, categoryId: 6 })))
    const rate = async (product: { id: number } | undefined, ratings: number[]) => {
      for (const rating of ratings) {
        const body = { productId: product?.id, rating, title: 'Fine', content: 'It works.' }
        expect((await site.call(await makeUser(site.ctx), postReviewEndpoint, { body })).status).toBe(201)
      }
    }
    await rate(made[0], [3, 4])
    await rate(made[1], [5, 4, 4])
    expect(await list({ category: 'ev-chargers' })).toEqual(['better', 'good', 'unrated'])
    const { body } = await site.call(null, getProductEndpoint, { params: { slug: 'better' } })
    expect(body.reviewCount).toBe(3)
    expect(body.averageRating).toBeCloseTo(13 / 3)
    const unrated = await site.call(null, getProductEndpoint, { params: { slug: 'unrated' } })
    expect([unrated.body.averageRating, unrated.body.reviewCount]).toEqual([0, 0])
  })

  test('PROD-14 search looks into name and description', async () => {
    await makeProduct(site.ctx, { slug: 'by-name', name: 'Wombat One' })
    await makeProduct(site.ctx, { slug: 'by-text', description: 'Quieter than a WOMBAT.' })
    expect((await list({ search: 'wombat' })).toSorted()).toEqual(['by-name', 'by-text'])
  })

  test('PROD-15 cards cut the description to 60 characters and leave the long texts out', async () => {
    await makeProduct(site.ctx, { slug: 'long', name: 'Cutcase', description: 'y'.repeat(61) })
    const { body } = await site.call(null, listProductsEndpoint, { query: { search: 'cutcase', view: 'card' } })
    expect(body[0].snippet).toBe(`${'y'.repeat(60)}...`)
    expect(body[0].description).toBeUndefined()
  })

  test('HOME-20 AMB-02 featured are those marked so', async () => {
    await makeProduct(site.ctx, { slug: 'marked', isFeatured: true })
    const { body } = await site.call(null, featuredProductsEndpoint)
    expect(slugs(body)).toEqual(['marked'])
  })

  test('API-PROD-02 AMB-02 all that are marked so, best rated first, and in pages when asked', async () => {
    for (let n = 1; n <= 11; n++) await makeProduct(site.ctx, { slug: `chosen-${n}`, isFeatured: true })
    site.caches.invalidate(site.ctx.site.id, ['products'])
    const bare = await site.call(null, featuredProductsEndpoint)
    expect([bare.body.length, bare.headers['x-total-count']]).toEqual([12, '12'])
    expect(slugs(bare.body)).toContain('chosen-11')
    const page = await site.call(null, featuredProductsEndpoint, { query: { perPage: 5, page: 3 } })
    expect([page.body.length, page.headers['x-total-count']]).toEqual([2, '12'])
  })

  test('API-PROD-04 a category has its own products', async () => {
    await makeProduct(site.ctx, { slug: 'green', categoryId: 5 })
    expect(slugs((await site.call(null, productsOfCategoryEndpoint, { params: { categoryId: 5 } })).body)).toEqual(['green'])
  })

  test('PROD-13 the price says what its number buys', async () => {
    await makeProduct(site.ctx, { slug: 'monthly', price: '£390 /month' })
    const { body } = await site.call(null, getProductEndpoint, { params: { slug: 'monthly' } })
    expect(body).toMatchObject({ price: '£390 /month', priceAmount: 390, priceUnit: 'month' })
  })
})

describe('refuses bad input', () => {
  test('API-PROD-03 an unknown slug is 404', async () => {
    const { status, body } = await site.call(null, getProductEndpoint, { params: { slug: 'nowhere' } })
    expect([status, body.code]).toEqual([404, 'product.not_found'])
  })
  test('an unknown order', async () => {
    expect((await site.call(null, listProductsEndpoint, { query: { sort: 'shiny' } })).status).toBe(400)
  })
})

describe('switched off', () => {
  test('products off: the calls are gone', async () => {
    site.ctx.site.settings.features = { ...site.ctx.site.settings.features, products: false }
    site.caches.invalidate(site.ctx.site.id, ['products'])
    expect((await site.call(null, listProductsEndpoint)).status).toBe(404)
    site.ctx.site.settings.features = { ...site.ctx.site.settings.features, products: true }
  })
})
