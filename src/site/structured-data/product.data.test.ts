import { describe, expect, test } from 'vitest'
import type { Product } from '#features/products/product.client.ts'
import type { PageLocation } from './page-location.ts'
import { offersOf, productData } from './product.data.ts'

const place = { origin: 'https://example.org', site: { currency: 'gbp', features: { products: true } } } as PageLocation
const offered = (price: string | null, currency = 'gbp') => {
  const found = offersOf({ ...place, site: { ...place.site, currency } } as PageLocation, price, 'https://example.org/products/x')
  return found && Object.fromEntries(Object.entries(found as object).filter(([name]) => name !== 'url'))
}
const availability = 'https://schema.org/InStock'
const one = (price: number, priceCurrency = 'GBP') => ({ '@type': 'Offer', price, priceCurrency, availability })
const some = (prices: object, priceCurrency = 'GBP') => ({ '@type': 'AggregateOffer', ...prices, priceCurrency, availability })

describe('what a price text offers', () => {
  test.each([
    ['£649', one(649)],
    ['£34,995', one(34_995)],
    ['£290 per panel', one(290)],
    ['£46 /tile', one(46)],
    ['£12.50 each', one(12.5)],
    ['from £5,150', some({ lowPrice: 5150 })],
    ['£5,800–£7,900', some({ lowPrice: 5800, highPrice: 7900 })],
    ['£5,800 to 7,900', some({ lowPrice: 5800, highPrice: 7900 })],
  ])('%s', (price, offer) => expect(offered(price)).toEqual(offer))

  test('in the site’s own currency', () => {
    expect(offered('CA$1,249.50', 'cad')).toEqual(one(1249.5, 'CAD'))
    expect(offered('€5,800–€7,900', 'eur')).toEqual(some({ lowPrice: 5800, highPrice: 7900 }, 'EUR'))
    expect([offered('$649'), offered('€649'), offered('£649', 'eur')]).toEqual([undefined, undefined, undefined])
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
  ])('nothing: %s', (price) => expect(offered(price)).toBeUndefined())
})

test('a product that is neither offered nor rated has no data, for search engines refuse it', () => {
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
  const data = (given: object) => productData(place, { ...product, ...given } as unknown as Product)
  expect(data({})).toBeUndefined()
  expect(data({ price: '£390 /month' })).toBeUndefined()
  expect(data({ price: '£390' })).toMatchObject({ '@type': 'Product', offers: { price: 390 } })
  expect(data({ reviewCount: 2, averageRating: 4.5 })).toMatchObject({ aggregateRating: { reviewCount: 2 } })
  expect(data({ reviewCount: 2, averageRating: 4.5 })).not.toHaveProperty('offers')
})
