import { apiQuery } from '#platform/client/api.client.ts'
import { toRangeParameters, type SpecRanges } from './product-filter.policy.ts'
import type { ProductCard, ProductSort } from './product.contract.ts'

export type { ComparedProduct, ProductSpec } from '#features/products/specifications/product-spec.contract.ts'
export type { ListedProduct, Product, ProductCard, ProductSort } from './product.contract.ts'

export const PRODUCTS_PER_PAGE = 12
export const SORT_LABELS: Record<ProductSort, string> = {
  rating: 'Top Rated',
  score: 'Best reviewed',
  'price-low': 'Price: Low to High',
  'price-high': 'Price: High to Low',
  name: 'Name: A to Z',
}

export interface ProductFilter {
  search?: string | undefined
  category?: string | undefined
  sort?: ProductSort | undefined
  page?: number | undefined
  /** Ranges of specifications; they require a category. */
  specs?: SpecRanges | undefined
}
export const productsQuery = ({ search, category, sort, page, specs }: ProductFilter = {}) =>
  apiQuery('GET /api/products', {
    query: {
      search,
      category,
      sort: sort ?? 'rating',
      page: page ?? 1,
      perPage: PRODUCTS_PER_PAGE,
      view: 'card',
      ...toRangeParameters(specs),
    },
  })
export const productSpecsQuery = (category: string) => apiQuery('GET /api/products/figures', { query: { category } })
export const productCountsQuery = () => apiQuery('GET /api/products/counts')
export const compareQuery = (slugs: readonly string[]) => apiQuery('GET /api/products/compare', { query: { p: slugs.join(',') } })
export const featuredProductsQuery = (perPage: number) => apiQuery('GET /api/products/featured', { query: { perPage, view: 'card' } })
export const productsOfCategoryQuery = (categoryId: number, perPage = 100) =>
  apiQuery('GET /api/products/category/:categoryId', {
    params: { categoryId },
    query: { perPage, view: 'card' },
  })
export const productQuery = (slug: string) => apiQuery('GET /api/products/:slug', { params: { slug } })

export { splitLines as featureLines } from '#features/products/specifications/split-lines.policy.ts'

/** Returns the product's picture or else its generated drawing; null if there is neither. */
export const pickProductImage = ({ image, drawing }: Pick<ProductCard, 'image' | 'drawing'>): string | null => image || drawing

/** Returns the name of the kind of product by category id, for cards and picture placeholders. */
export const productLabel = (categoryId: number | null | undefined): string =>
  ({ 1: 'Electric Vehicle', 2: 'Solar Panel', 3: 'Battery Storage', 4: 'Home Efficiency', 6: 'EV Charger' })[categoryId ?? 0] ??
  'Sustainable Product'
