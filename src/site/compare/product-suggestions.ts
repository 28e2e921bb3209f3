/** Product suggestions of the comparison page. */
import type { ComparedProduct, ProductFilter } from '#features/products/product.client.ts'

/** Number of products per category in the suggestions of an empty comparison. */
export const MAX_SUGGESTIONS = 3
/** Maximum number of products suggested to add. */
export const MAX_SUGGESTED_PRODUCTS = 6

/** Filter for products of the first product's category that match the search words, best rated first. */
export const suggestionFilter = (products: readonly ComparedProduct[], find: string): ProductFilter => ({
  category: products[0]?.categorySlug,
  search: find || undefined,
})
