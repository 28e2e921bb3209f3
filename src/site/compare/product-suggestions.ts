/** What is offered for a comparison. */
import type { ComparedProduct, ProductFilter } from '#features/products/product.client.ts'

/** So many of a category are offered to begin with. */
export const MAX_SUGGESTIONS = 3
/** So many are offered to be added. */
export const MAX_SUGGESTED_PRODUCTS = 6

/** More of the first product's category, best rated first, or what was looked for among them. */
export const suggestionFilter = (products: readonly ComparedProduct[], find: string): ProductFilter => ({
  category: products[0]?.categorySlug,
  search: find || undefined,
})
