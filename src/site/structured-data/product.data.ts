import { pickProductImage, type Product } from '#features/products/product.client.ts'
import { parseSpecifications, type Specification } from '#features/products/specifications/specification.policy.ts'
import { CURRENCY_SYMBOLS } from '#features/sites/currency.policy.ts'
import { paths } from '#site/paths.ts'
import { absoluteUrl, shareCardUrl, type PageLocation } from './page-location.ts'
import type { AggregateOffer, AggregateRating, Offer, Product as ProductData, PropertyValue } from './vocabulary.ts'

/**
 * With ratings only where somebody has rated, and an offer only where the price text says what one of it costs.
 * With neither there is no data: search engines take a product for none that is neither offered nor rated, and report it as an
 * error (https://developers.google.com/search/docs/appearance/structured-data/product-snippet). A maker is no field of ours.
 */
export function productData(place: PageLocation, product: Product): ProductData | undefined {
  const url = place.origin + paths.product(product.slug)
  const offers = offersOf(place, product.price, url)
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
      shareCardUrl(place, 'product', product.slug),
      ...(picture ? [{ '@type': 'ImageObject' as const, url: absoluteUrl(place, picture) }] : []),
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

/** `from £31,750`, `£390 /month` and `£9,500–£12,000` are no price that anybody pays. */
export function parseExactPrice({ site }: PageLocation, price: string | null): number | undefined {
  const found = /^(\D*?)\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?$/.exec(price?.trim() ?? '')
  if (!found || !['', CURRENCY_SYMBOLS[site.currency], site.currency.toUpperCase()].includes(found[1] ?? '')) return undefined
  return Number((found[2] ?? '').replaceAll(',', '') + (found[3] ?? ''))
}

/** What stands in the catalogue can be asked for: a price of something that is not to be had is taken away. */
const availability = 'https://schema.org/InStock'

/** What one of the product is called where its price names it: the price of a panel is the price of this product. A month is no piece. */
const PIECE = /\s*(?:each|(?:\/|per|a)\s*(?:panel|tile|kit|unit|piece|pair|set))$/i

/** `£5,150` and `£290 per panel` are one price, `from £5,150` and `£5,800–£7,900` a lowest and perhaps a highest; `£390 /month` buys nothing. */
export function offersOf(place: PageLocation, price: string | null, url: string): Offer | AggregateOffer | undefined {
  const text = price?.trim() ?? ''
  const priceCurrency = place.site.currency.toUpperCase()
  const amount = parseExactPrice(place, text.replace(PIECE, ''))
  if (amount !== undefined) return { '@type': 'Offer', url, price: amount, priceCurrency, availability }
  const [low, high, ...more] = text.replace(/^from\s+/i, '').split(/\s*[–-]\s*|\s+to\s+/)
  const lowPrice = parseExactPrice(place, low ?? '')
  const highPrice = parseExactPrice(place, high ?? '')
  if (lowPrice === undefined || more.length > 0 || (high !== undefined && !(highPrice && highPrice >= lowPrice))) return undefined
  return { '@type': 'AggregateOffer', url, lowPrice, ...(highPrice === undefined ? {} : { highPrice }), priceCurrency, availability }
}

/** A number with its unit where the value is no more than that; else the words as they stand. */
function propertyOf({ label, value, unit, amount }: Specification): PropertyValue {
  const isPlain = amount?.isWhole && amount.about === '' && !/[\d,;(]|\bor\b/.test(amount.rest)
  return {
    '@type': 'PropertyValue',
    name: label,
    ...(isPlain && unit ? { value: amount.number, unitText: unit } : { value }),
  }
}
