/** The product catalogue, with the ratings of its products. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'
import { SPEC_PARAMETERS } from './product-filter.policy.ts'

/** A product without its long texts; `snippet` is the description cut to 60 characters. */
export const ProductCard = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  snippet: z.string(),
  price: z.string().nullable(),
  /** The amount in the price text; null if there is none. */
  priceAmount: z.number().nullable(),
  priceUnit: z.enum(['once', 'month', 'panel', 'other']).nullable(),
  image: z.string().nullable(),
  imageAlt: z.string().nullable(),
  /** Path of a generated drawing, if there is no `image`. */
  drawing: z.string().nullable(),
  categoryId: z.number().nullable(),
  categoryName: z.string(),
  categorySlug: z.string(),
  isFeatured: z.boolean(),
  averageRating: z.number(),
  reviewCount: z.number(),
  /** Bayesian average: the rating shrunk towards the mean of the category; 0 without reviews. Used by `sort=score`. */
  score: z.number(),
})
export type ProductCard = z.infer<typeof ProductCard>

const LongTexts = z.object({
  description: z.string(),
  features: z.string().nullable(),
  technicalSpecs: z.string().nullable(),
  /** For optimistic concurrency: incremented by each edit, and sent with the next one. Not part of cards, so that these stay cacheable. */
  version: z.number(),
})
export const Product = ProductCard.extend(LongTexts.shape)
export type Product = z.infer<typeof Product>

/** In lists the long texts are present unless `view=card` asks for cards. */
export const ListedProduct = ProductCard.extend(LongTexts.partial().shape)
export type ListedProduct = z.infer<typeof ListedProduct>

export const PRODUCT_SORTS = ['rating', 'score', 'price-low', 'price-high', 'name'] as const
export const ProductSort = z.enum(PRODUCT_SORTS)
export type ProductSort = z.infer<typeof ProductSort>

/** `range_min=200`, `price_max=30000`: they require a `category`, which defines the specifications. */
const RangeEnd = z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().min(-1e12).max(1e12).optional())
const specRanges: Record<string, typeof RangeEnd> = Object.fromEntries(SPEC_PARAMETERS.map((name) => [name, RangeEnd]))

const view = z.enum(['card', 'full']).default('full')
export const ProductListQuery = Paging.extend({
  search: SearchTerm,
  category: z.string().trim().max(100).optional(),
  sort: ProductSort.default('rating'),
  view,
  ...specRanges,
})
export type ProductListQuery = z.infer<typeof ProductListQuery>

const feature = 'products' as const
export const listProductsEndpoint = endpoint('GET /api/products', {
  summary: 'List products, best rated first.',
  query: ProductListQuery,
  response: z.array(ListedProduct),
  list: true,
  feature,
})
export const featuredProductsEndpoint = endpoint('GET /api/products/featured', {
  summary: 'List featured products, best rated first.',
  query: Paging.extend({ view }),
  response: z.array(ListedProduct),
  list: true,
  feature,
})
export const productsOfCategoryEndpoint = endpoint('GET /api/products/category/:categoryId', {
  summary: 'List the products of a category, best reviewed first.',
  params: z.object({ categoryId: Id }),
  query: Paging.extend({ view }),
  response: z.array(ListedProduct),
  list: true,
  feature,
})
export const getProductEndpoint = endpoint('GET /api/products/:slug', {
  summary: 'Get a product.',
  params: z.object({ slug: z.string().max(200) }),
  response: Product,
  extraStatuses: [410],
  feature,
})
