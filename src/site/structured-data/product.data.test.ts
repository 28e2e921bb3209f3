import { describe, expect, test } from 'vitest'
import type { Product } from '#features/products/product.client.ts'
import type { PageLocation } from './page-location.ts'
import { parseOffer, productData } from './product.data.ts'

const location = { origin: 'https://example.org', site: { currency: 'gbp', features: { products: true } } } as PageLocation
const offerFor = (price: string | null, currency = 'gbp') => {
  const found = parseOffer({ ...location, site: { ...location.site, currency } } as PageLocation, price, 'https://example.org/products/x')
  return found && Object.fromEntries(Object.entries(found as object).filter(([name]) => name !== 'url'))
}
const availability = 'https://schema.org/InStock'
const offer = (price: number, priceCurrency = 'GBP') => ({ '@type': 'Offer', price, priceCurrency, availability })
const aggregateOffer = (prices: object, priceCurrency = 'GBP') => ({ '@type': 'AggregateOffer', ...prices, priceCurrency, availability })

describe('offersOf', () => {
  test.each([
    ['£649', offer(649)],
    ['£34,995', offer(34_995)],
    ['£290 per panel', offer(290)],
    ['£46 /tile', offer(46)],
    ['£12.50 each', offer(12.5)],
    ['from £5,150', aggregateOffer({ lowPrice: 5150 })],
    ['£5,800–£7,900', aggregateOffer({ lowPrice: 5800, highPrice: 7900 })],
    ['£5,800 to 7,900', aggregateOffer({ lowPrice: 5800, highPrice: 7900 })],
  ])('parses %s', (price, expected) => expect(offerFor(price)).toEqual(expected))

  test('accepts prices in the currency of the site only', () => {
    expect(offerFor('CA$1,249.50', 'cad')).toEqual(offer(1249.5, 'CAD'))
    expect(offerFor('€5,800–€7,900', 'eur')).toEqual(aggregateOffer({ lowPrice: 5800, highPrice: 7900 }, 'EUR'))
    expect([offerFor('$649'), offerFor('€649'), offerFor('£649', 'eur')]).toEqual([undefined, undefined, undefined])
  })

  test.each([
    null,
    '',
    '£POA',
    'Price on request',
    '£390 /month',
    'from £379 /month',
    '£2 per kWh',
    'from £1,249.00 per kit (minimum 4 panels)',
    '£7,900–£5,800',
    '£1–£2–£3',
    '£5,800–POA',
    'up to £300',
  ])('returns undefined for %s', (price) => expect(offerFor(price)).toBeUndefined())
})

test('productData returns undefined for products without offer and rating', () => {
  const product = {
    slug: 'x',
    name: 'X',
    description: 'X',
    categoryName: 'Y',
    technicalSpecs: '',
    averageRating: 0,
    reviewCount: 0,
    price: null,
  }
  const dataFor = (changes: object) => productData(location, { ...product, ...changes } as unknown as Product)
  expect(dataFor({})).toBeUndefined()
  expect(dataFor({ price: '£390 /month' })).toBeUndefined()
  expect(dataFor({ price: '£390' })).toMatchObject({ '@type': 'Product', offers: { price: 390 } })
  expect(dataFor({ reviewCount: 2, averageRating: 4.5 })).toMatchObject({ aggregateRating: { reviewCount: 2 } })
  expect(dataFor({ reviewCount: 2, averageRating: 4.5 })).not.toHaveProperty('offers')
})
