import { apiQuery } from '#platform/api.client.ts'
import type { compareProductsEndpoint, productCountsEndpoint, productFiguresEndpoint } from './product-figure.contract.ts'
import { rangeParameters, type FigureRanges } from './product-filter.policy.ts'
import type {
  featuredProductsEndpoint,
  getProductEndpoint,
  listProductsEndpoint,
  ProductCard,
  ProductSort,
  productsOfCategoryEndpoint,
} from './product.contract.ts'

export type { ComparedProduct, ProductFigure } from './product-figure.contract.ts'
export type { ListedProduct, Product, ProductCard, ProductSort } from './product.contract.ts'

export const PRODUCTS_PER_PAGE = 12
export const SORT_LABELS: Record<ProductSort, string> = {
  rating: 'Top Rated',
  'price-low': 'Price: Low to High',
  'price-high': 'Price: High to Low',
  name: 'Name: A to Z',
}

export interface ProductFilter {
  search?: string | undefined
  category?: string | undefined
  sort?: ProductSort | undefined
  page?: number | undefined
  /** Only within a category. */
  figures?: FigureRanges | undefined
}
export const productsQuery = ({ search, category, sort, page, figures }: ProductFilter = {}) =>
  apiQuery<typeof listProductsEndpoint>('/api/products', {
    query: {
      search,
      category,
      sort: sort ?? 'rating',
      page: page ?? 1,
      perPage: PRODUCTS_PER_PAGE,
      view: 'card',
      ...rangeParameters(figures),
    },
  })
export const productFiguresQuery = (category: string) =>
  apiQuery<typeof productFiguresEndpoint>('/api/products/figures', { query: { category } })
export const productCountsQuery = () => apiQuery<typeof productCountsEndpoint>('/api/products/counts')
export const compareQuery = (slugs: readonly string[]) =>
  apiQuery<typeof compareProductsEndpoint>('/api/products/compare', { query: { p: slugs.join(',') } })
export const featuredProductsQuery = (perPage: number) =>
  apiQuery<typeof featuredProductsEndpoint>('/api/products/featured', { query: { perPage, view: 'card' } })
export const productsOfCategoryQuery = (categoryId: number, perPage = 100) =>
  apiQuery<typeof productsOfCategoryEndpoint>('/api/products/category/:categoryId', {
    params: { categoryId },
    query: { perPage, view: 'card' },
  })
export const productQuery = (slug: string) => apiQuery<typeof getProductEndpoint>('/api/products/:slug', { params: { slug } })

export { listedLines as featureLines } from './listed-lines.policy.ts'

/** Its own picture, else a drawing of what is known of it. */
export const pictureOf = ({ image, drawing }: Pick<ProductCard, 'image' | 'drawing'>): string | null => image || drawing

/** What kind of thing it is, by category id, for cards and the picture's stand-in. */
export const productLabel = (categoryId: number | null | undefined): string =>
  ({ 1: 'Electric Vehicle', 2: 'Solar Panel', 3: 'Battery Storage', 4: 'Home Efficiency', 6: 'EV Charger' })[categoryId ?? 0] ??
  'Sustainable Product'
