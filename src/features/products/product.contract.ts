/** Products: the catalogue, with what their owners' reviews add up to. */
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
  /** The first number in the price text; null when there is none. */
  priceAmount: z.number().nullable(),
  priceUnit: z.enum(['once', 'month', 'panel', 'other']).nullable(),
  image: z.string().nullable(),
  imageAlt: z.string().nullable(),
  /** The address of a drawing of what is known of it, where there is no `image`. */
  drawing: z.string().nullable(),
  categoryId: z.number().nullable(),
  categoryName: z.string(),
  categorySlug: z.string(),
  isFeatured: z.boolean(),
  averageRating: z.number(),
  reviewCount: z.number(),
  /** The average pulled towards its category's mean, the more the fewer reviews there are; 0 without any. What `sort=score` goes by. */
  score: z.number(),
})
export type ProductCard = z.infer<typeof ProductCard>

const LongTexts = z.object({
  description: z.string(),
  features: z.string().nullable(),
  technicalSpecs: z.string().nullable(),
  /** Raised by each change of an administrator and sent with the next one (optimistic concurrency). No card has it, so that cards stay the same. */
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

/** `range_min=200`, `price_max=30000`: only within a category, whose figures they are. */
const FigureRange = z.preprocess((given) => (given === '' ? undefined : given), z.coerce.number().min(-1e12).max(1e12).optional())
const figureRanges: Record<string, typeof FigureRange> = Object.fromEntries(SPEC_PARAMETERS.map((name) => [name, FigureRange]))

const view = z.enum(['card', 'full']).default('full')
export const ProductListQuery = Paging.extend({
  search: SearchTerm,
  category: z.string().trim().max(100).optional(),
  sort: ProductSort.default('rating'),
  view,
  ...figureRanges,
})
export type ProductListQuery = z.infer<typeof ProductListQuery>

const feature = 'products' as const
export const listProductsEndpoint = endpoint('GET /api/products', {
  summary: 'Products, best rated first.',
  query: ProductListQuery,
  response: z.array(ListedProduct),
  list: true,
  feature,
})
export const featuredProductsEndpoint = endpoint('GET /api/products/featured', {
  summary: 'Products marked as featured, best rated first.',
  query: Paging.extend({ view }),
  response: z.array(ListedProduct),
  list: true,
  feature,
})
export const productsOfCategoryEndpoint = endpoint('GET /api/products/category/:categoryId', {
  summary: 'The products of a category, best reviewed first.',
  params: z.object({ categoryId: Id }),
  query: Paging.extend({ view }),
  response: z.array(ListedProduct),
  list: true,
  feature,
})
export const getProductEndpoint = endpoint('GET /api/products/:slug', {
  summary: 'One product.',
  params: z.object({ slug: z.string().max(200) }),
  response: Product,
  extraStatuses: [410],
  feature,
})
