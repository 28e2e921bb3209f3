import { pickProductImage, type Product } from '#features/products/product.client.ts'
import { parseSpecifications, type Specification } from '#features/products/specifications/specification.policy.ts'
import { CURRENCY_SYMBOLS } from '#features/sites/currency.policy.ts'
import { paths } from '#site/paths.ts'
import { absoluteUrl, shareCardUrl, type PageLocation } from './page-location.ts'
import type { AggregateOffer, AggregateRating, Offer, Product as ProductData, PropertyValue } from './vocabulary.ts'

/**
 * Returns product data, with a rating if there are reviews, and with an offer if the price text is a price or price range of one product
 * (not, for example, a monthly rent). Returns undefined if there is neither, because search engines report this as an error
 * (https://developers.google.com/search/docs/appearance/structured-data/product-snippet). Products have no brand field. Returns undefined for
 * demo content too, whose price and ratings are invented.
 */
export function productData(location: PageLocation, product: Product): ProductData | undefined {
  const url = location.origin + paths.product(product.slug)
  const offers = parseOffer(location, product.price, url)
  if (product.isDemo || (!offers && product.reviewCount === 0)) return undefined
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
    ...(product.reviewCount > 0 ? { aggregateRating: getRating(product) } : {}),
    ...(specifications.length > 0 ? { additionalProperty: specifications.map(toPropertyValue) } : {}),
  }
}

const getRating = ({ averageRating, reviewCount }: Product): AggregateRating => ({
  '@type': 'AggregateRating',
  ratingValue: Math.round(averageRating * 10) / 10,
  bestRating: 5,
  worstRating: 1,
  reviewCount,
})

/** Parses a price that is one amount, such as `£649`. Returns undefined for `from £31,750`, `£390 /month`, ranges and other currencies. */
export function parseExactPrice({ site }: PageLocation, price: string | null): number | undefined {
  const match = /^(\D*?)\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?$/.exec(price?.trim() ?? '')
  if (!match || !['', CURRENCY_SYMBOLS[site.currency], site.currency.toUpperCase()].includes(match[1] ?? '')) return undefined
  return Number((match[2] ?? '').replaceAll(',', '') + (match[3] ?? ''))
}

/** All products with a price are available: administrators remove the price of an unavailable product. */
const AVAILABILITY = 'https://schema.org/InStock'

/**
 * Matches a suffix after which the price is still that of one product, such as `per panel` or `each`, but not a period such as `/month`.
 */
const UNIT_SUFFIX = /\s*(?:each|(?:\/|per|a)\s*(?:panel|tile|kit|unit|piece|pair|set))$/i

/** Returns an Offer for `£5,150` and `£290 per panel`, an AggregateOffer for `from £5,150` and ranges, and undefined for other texts. */
export function parseOffer(location: PageLocation, price: string | null, url: string): Offer | AggregateOffer | undefined {
  const text = price?.trim() ?? ''
  const priceCurrency = location.site.currency.toUpperCase()
  const amount = parseExactPrice(location, text.replace(UNIT_SUFFIX, ''))
  if (amount !== undefined) return { '@type': 'Offer', url, price: amount, priceCurrency, availability: AVAILABILITY }
  const [low, high, ...furtherParts] = text.replace(/^from\s+/i, '').split(/\s*[–-]\s*|\s+to\s+/)
  const lowPrice = parseExactPrice(location, low ?? '')
  const highPrice = parseExactPrice(location, high ?? '')
  if (lowPrice === undefined || furtherParts.length > 0 || (high !== undefined && !(highPrice && highPrice >= lowPrice))) return undefined
  return {
    '@type': 'AggregateOffer',
    url,
    lowPrice,
    ...(highPrice === undefined ? {} : { highPrice }),
    priceCurrency,
    availability: AVAILABILITY,
  }
}

/** Returns the value as a number with its unit if it consists of nothing else, otherwise as text. */
function toPropertyValue({ label, value, unit, amount }: Specification): PropertyValue {
  const isPlainNumber = amount?.isUnambiguous && amount.about === '' && !/[\d,;(]|\bor\b/.test(amount.rest)
  return {
    '@type': 'PropertyValue',
    name: label,
    ...(isPlainNumber && unit ? { value: amount.number, unitText: unit } : { value }),
  }
}
