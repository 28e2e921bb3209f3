/** Limits and filter of the product suggestions on the comparison page. */
import type { ComparedProduct, ProductFilter } from '#features/products/product.client.ts'

/** Max number of products in each comparison that an empty comparison page suggests. */
export const MAX_PRODUCTS_PER_SUGGESTION = 3
/** Max number of products that are suggested to add to a comparison. */
export const MAX_PRODUCTS_TO_ADD = 6

/** Returns a filter for products from the first product's category that match the search words, best rated first. */
export const getSuggestionFilter = (products: readonly ComparedProduct[], searchWords: string): ProductFilter => ({
  category: products[0]?.categorySlug,
  search: searchWords || undefined,
})
