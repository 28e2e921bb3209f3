import { pickProductImage, type Product } from '#features/products/product.client.ts'
import { parseSpecifications, type Specification } from '#features/products/specifications/specification.policy.ts'
import { CURRENCY_SYMBOLS } from '#features/sites/currency.policy.ts'
import { paths } from '#site/paths.ts'
import { absoluteUrl, shareCardUrl, type PageLocation } from './page-location.ts'
import type { AggregateOffer, AggregateRating, Offer, Product as ProductData, PropertyValue } from './vocabulary.ts'

/**
 * Returns product data with a rating if there are reviews, and an offer if the price text states a unit price. Returns undefined without both,
 * as search engines report products with neither as errors
 * (https://developers.google.com/search/docs/appearance/structured-data/product-snippet). Products have no brand field.
 */
export function productData(location: PageLocation, product: Product): ProductData | undefined {
  const url = location.origin + paths.product(product.slug)
  const offers = parseOffer(location, product.price, url)
  if (!offers && product.reviewCount === 0) return undefined
  const picture = pickProductImage(product)
  const specifications = parseSpecifications(product.technicalSpecs, product.categorySlug).filter(({ value }) => value !== '')
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: product.name,
    description: product.description,
    url,
    category: product.categoryName,
    image: [
      shareCardUrl(location, 'product', product.slug),
      ...(picture ? [{ '@type': 'ImageObject' as const, url: absoluteUrl(location, picture) }] : []),
    ],
    ...(offers ? { offers } : {}),
    ...(product.reviewCount > 0 ? { aggregateRating: ratingOf(product) } : {}),
    ...(specifications.length > 0 ? { additionalProperty: specifications.map(propertyOf) } : {}),
  }
}

const ratingOf = ({ averageRating, reviewCount }: Product): AggregateRating => ({
  '@type': 'AggregateRating',
  ratingValue: Math.round(averageRating * 10) / 10,
  bestRating: 5,
  worstRating: 1,
  reviewCount,
})

/** Parses a single price such as `£649`. Returns undefined for `from £31,750`, `£390 /month` and ranges. */
export function parseExactPrice({ site }: PageLocation, price: string | null): number | undefined {
  const match = /^(\D*?)\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?$/.exec(price?.trim() ?? '')
  if (!match || !['', CURRENCY_SYMBOLS[site.currency], site.currency.toUpperCase()].includes(match[1] ?? '')) return undefined
  return Number((match[2] ?? '').replaceAll(',', '') + (match[3] ?? ''))
}

/** All products in the catalogue are available: the price of an unavailable product is removed. */
const availability = 'https://schema.org/InStock'

/** Unit suffix after which a price still is that of one product: `per panel`, `each`. Not a period such as `/month`. */
const UNIT_SUFFIX = /\s*(?:each|(?:\/|per|a)\s*(?:panel|tile|kit|unit|piece|pair|set))$/i

/** Returns an Offer for `£5,150` and `£290 per panel`, an AggregateOffer for `from £5,150` and ranges, undefined for other texts. */
export function parseOffer(location: PageLocation, price: string | null, url: string): Offer | AggregateOffer | undefined {
  const text = price?.trim() ?? ''
  const priceCurrency = location.site.currency.toUpperCase()
  const amount = parseExactPrice(location, text.replace(UNIT_SUFFIX, ''))
  if (amount !== undefined) return { '@type': 'Offer', url, price: amount, priceCurrency, availability }
  const [low, high, ...rest] = text.replace(/^from\s+/i, '').split(/\s*[–-]\s*|\s+to\s+/)
  const lowPrice = parseExactPrice(location, low ?? '')
  const highPrice = parseExactPrice(location, high ?? '')
  if (lowPrice === undefined || rest.length > 0 || (high !== undefined && !(highPrice && highPrice >= lowPrice))) return undefined
  return { '@type': 'AggregateOffer', url, lowPrice, ...(highPrice === undefined ? {} : { highPrice }), priceCurrency, availability }
}

/** Returns a number and its unit if the value is just that; otherwise the text of the value. */
function propertyOf({ label, value, unit, amount }: Specification): PropertyValue {
  const isPlainNumber = amount?.isUnambiguous && amount.about === '' && !/[\d,;(]|\bor\b/.test(amount.rest)
  return {
    '@type': 'PropertyValue',
    name: label,
    ...(isPlainNumber && unit ? { value: amount.number, unitText: unit } : { value }),
  }
}
