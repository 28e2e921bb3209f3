import { describe, expect, test } from 'vitest'
import type { Product } from '#features/products/product.client.ts'
import type { PageLocation } from './page-location.ts'
import { parseOffer, productData } from './product.data.ts'

const location = { origin: 'https://example.org', site: { currency: 'gbp', features: { products: true } } } as PageLocation
const parseOfferWithoutUrl = (price: string | null, currency = 'gbp') => {
  const parsedOffer = parseOffer(
    { ...location, site: { ...location.site, currency } } as PageLocation,
    price,
    'https://example.org/products/x',
  )
  return parsedOffer && Object.fromEntries(Object.entries(parsedOffer as object).filter(([name]) => name !== 'url'))
}
const availability = 'https://schema.org/InStock'
const makeOffer = (price: number, priceCurrency = 'GBP') => ({ '@type': 'Offer', price, priceCurrency, availability })
const makeAggregateOffer = (prices: object, priceCurrency = 'GBP') => ({
  '@type': 'AggregateOffer',
  ...prices,
  priceCurrency,
  availability,
})

describe('parseOffer', () => {
  test.each([
    ['£649', makeOffer(649)],
    ['£34,995', makeOffer(34_995)],
    ['£290 per panel', makeOffer(290)],
    ['£46 /tile', makeOffer(46)],
    ['£12.50 each', makeOffer(12.5)],
    ['from £5,150', makeAggregateOffer({ lowPrice: 5150 })],
    ['£5,800–£7,900', makeAggregateOffer({ lowPrice: 5800, highPrice: 7900 })],
    ['£5,800 to 7,900', makeAggregateOffer({ lowPrice: 5800, highPrice: 7900 })],
  ])('parses the price %s', (price, expected) => expect(parseOfferWithoutUrl(price)).toEqual(expected))

  test('returns an offer only for prices in the currency of the site', () => {
    expect(parseOfferWithoutUrl('CA$1,249.50', 'cad')).toEqual(makeOffer(1249.5, 'CAD'))
    expect(parseOfferWithoutUrl('€5,800–€7,900', 'eur')).toEqual(makeAggregateOffer({ lowPrice: 5800, highPrice: 7900 }, 'EUR'))
    expect([parseOfferWithoutUrl('$649'), parseOfferWithoutUrl('€649'), parseOfferWithoutUrl('£649', 'eur')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
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
  ])('returns undefined for the price %s', (price) => expect(parseOfferWithoutUrl(price)).toBeUndefined())
})

test('productData contains the offer and the rating, and is undefined for a product with neither', () => {
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
  const getProductData = (changes: object) => productData(location, { ...product, ...changes } as unknown as Product)
  expect(getProductData({})).toBeUndefined()
  expect(getProductData({ price: '£390 /month' })).toBeUndefined()
  expect(getProductData({ price: '£390' })).toMatchObject({ '@type': 'Product', offers: { price: 390 } })
  expect(getProductData({ reviewCount: 2, averageRating: 4.5 })).toMatchObject({ aggregateRating: { reviewCount: 2 } })
  expect(getProductData({ reviewCount: 2, averageRating: 4.5 })).not.toHaveProperty('offers')
})
