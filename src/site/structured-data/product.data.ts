import type { Product } from '#features/products/product.client.ts'
import { readSpecifications, type Specification } from '#features/products/specification.policy.ts'
import { SYMBOLS } from '#features/sites/region.policy.ts'
import { paths } from '#site/paths.ts'
import { absolute, cardOf, type Place } from './place.ts'
import type { AggregateRating, Offer, Product as ProductData, PropertyValue } from './vocabulary.ts'

/** With ratings only where somebody has rated, and an offer only where the price is one plain amount in the site's currency. */
export function productData(place: Place, product: Product): ProductData {
  const url = place.origin + paths.product(product.slug)
  const offer = offerOf(place, product, url)
  const specifications = readSpecifications(product.technicalSpecs, product.categorySlug).filter(({ value }) => value !== '')
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: product.name,
    description: product.description,
    url,
    category: product.categoryName,
    image: [
      cardOf(place, 'product', product.slug),
      ...(product.image ? [{ '@type': 'ImageObject' as const, url: absolute(place, product.image) }] : []),
    ],
    ...(offer ? { offers: offer } : {}),
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
export function plainAmount({ site }: Place, price: string | null): number | undefined {
  const found = /^(\D*?)\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?$/.exec(price?.trim() ?? '')
  if (!found || !['', SYMBOLS[site.currency], site.currency.toUpperCase()].includes(found[1] ?? '')) return undefined
  return Number((found[2] ?? '').replaceAll(',', '') + (found[3] ?? ''))
}

function offerOf(place: Place, { price }: Product, url: string): Offer | undefined {
  const amount = plainAmount(place, price)
  if (amount === undefined) return undefined
  return { '@type': 'Offer', url, price: amount, priceCurrency: place.site.currency.toUpperCase() }
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
