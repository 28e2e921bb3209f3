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

const toSlugs = (body: { slug: string }[]) => body.map(({ slug }) => slug)
const listSlugs = async (query: object) => toSlugs((await site.call(null, listProductsEndpoint, { query })).body)

describe('products', () => {
  test('PROD-10 PROD-11 PROD-13 are sorted by the first number of their price; those without a number come last in both directions', async () => {
    const prices = { dear: '£9,500–£12,000', cheap: '£290 per panel', middle: 'from £1,249.00 per kit', none: null, poa: 'Ask us' }
    for (const [slug, price] of Object.entries(prices)) await makeProduct(site.ctx, { slug, price, categoryId: 3 })
    expect(await listSlugs({ sort: 'price-low', category: 'battery-storage' })).toEqual(['cheap', 'middle', 'dear', 'none', 'poa'])
    expect(await listSlugs({ sort: 'price-high', category: 'battery-storage' })).toEqual(['dear', 'middle', 'cheap', 'none', 'poa'])
  })

  test('PROD-12 are sorted by name regardless of case', async () => {
    for (const name of ['banana', 'Apple', 'cherry']) await makeProduct(site.ctx, { slug: name.toLowerCase(), name, categoryId: 4 })
    expect(await listSlugs({ sort: 'name', category: 'home-efficiency' })).toEqual(['apple', 'banana', 'cherry'])
  })

  test('PROD-09 PROD-16 PROD-17 are sorted by the mean of their reviews, best first', async () => {
    const products = await Promise.all(['good', 'better', 'unrated'].map((slug) => makeProduct(site.ctx, { slug, categoryId: 6 })))
    const rate = async (product: { id: number } | undefined, ratings: number[]) => {
      for (const rating of ratings) {
        const body = { productId: product?.id, rating, title: 'Fine', content: 'It works.' }
        expect((await site.call(await makeUser(site.ctx), postReviewEndpoint, { body })).status).toBe(201)
      }
    }
    await rate(products[0], [3, 4])
    await rate(products[1], [5, 4, 4])
    expect(await listSlugs({ category: 'ev-chargers' })).toEqual(['better', 'good', 'unrated'])
    const { body } = await site.call(null, getProductEndpoint, { params: { slug: 'better' } })
    expect(body.reviewCount).toBe(3)
    expect(body.averageRating).toBeCloseTo(13 / 3)
    const unrated = await site.call(null, getProductEndpoint, { params: { slug: 'unrated' } })
    expect(unrated.body).toMatchObject({ averageRating: 0, reviewCount: 0 })
  })

  test('PROD-14 are found by name and description', async () => {
    await makeProduct(site.ctx, { slug: 'by-name', name: 'Wombat One' })
    await makeProduct(site.ctx, { slug: 'by-text', description: 'Quieter than a WOMBAT.' })
    expect((await listSlugs({ search: 'wombat' })).toSorted()).toEqual(['by-name', 'by-text'])
  })

  test('PROD-15 have cards with a description cut to 60 characters and without long texts', async () => {
    await makeProduct(site.ctx, { slug: 'long', name: 'Cutcase', description: 'y'.repeat(61) })
    const { body } = await site.call(null, listProductsEndpoint, { query: { search: 'cutcase', view: 'card' } })
    expect(body[0].snippet).toBe(`${'y'.repeat(60)}...`)
    expect(body[0].description).toBeUndefined()
  })

  test('HOME-20 AMB-02 are in the featured list if they are marked as featured', async () => {
    await makeProduct(site.ctx, { slug: 'marked', isFeatured: true })
    const { body } = await site.call(null, featuredProductsEndpoint)
    expect(toSlugs(body)).toEqual(['marked'])
  })

  test('API-PROD-02 AMB-02 are all in the featured list, which can be paged', async () => {
    for (let n = 1; n <= 11; n++) await makeProduct(site.ctx, { slug: `chosen-${n}`, isFeatured: true })
    site.caches.invalidate(site.ctx.site.id, ['products'])
    const firstPage = await site.call(null, featuredProductsEndpoint)
    expect(firstPage.body).toHaveLength(12)
    expect(firstPage.headers['x-total-count']).toBe('12')
    expect(toSlugs(firstPage.body)).toContain('chosen-11')
    const lastPage = await site.call(null, featuredProductsEndpoint, { query: { perPage: 5, page: 3 } })
    expect(lastPage.body).toHaveLength(2)
    expect(lastPage.headers['x-total-count']).toBe('12')
  })

  test('API-PROD-04 are listed by category', async () => {
    await makeProduct(site.ctx, { slug: 'green', categoryId: 5 })
    expect(toSlugs((await site.call(null, productsOfCategoryEndpoint, { params: { categoryId: 5 } })).body)).toEqual(['green'])
  })

  test('PROD-13 have the amount and unit of their price', async () => {
    await makeProduct(site.ctx, { slug: 'monthly', price: '£390 /month' })
    const { body } = await site.call(null, getProductEndpoint, { params: { slug: 'monthly' } })
    expect(body).toMatchObject({ price: '£390 /month', priceAmount: 390, priceUnit: 'month' })
  })
})

describe('invalid input', () => {
  test('API-PROD-03 such as an unknown slug returns 404', async () => {
    const { status, body } = await site.call(null, getProductEndpoint, { params: { slug: 'nowhere' } })
    expect(status).toBe(404)
    expect(body.code).toBe('product.not_found')
  })
  test('such as an unknown sort order returns 400', async () => {
    expect((await site.call(null, listProductsEndpoint, { query: { sort: 'shiny' } })).status).toBe(400)
  })
})

describe('with products switched off', () => {
  test('the API returns 404', async () => {
    site.ctx.site.settings.features = { ...site.ctx.site.settings.features, products: false }
    site.caches.invalidate(site.ctx.site.id, ['products'])
    expect((await site.call(null, listProductsEndpoint)).status).toBe(404)
    site.ctx.site.settings.features = { ...site.ctx.site.settings.features, products: true }
  })
})
