/** Contract of the product catalogue. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'
import { Caveat } from '#features/figures/caveats/caveat.contract.ts'
import { SPEC_PARAMETERS } from './product-filter.policy.ts'

/** A product without its long texts; `snippet` is the description cut to 60 characters. */
export const ProductCard = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  snippet: z.string(),
  price: z.string().nullable(),
  /** Amount in the price text; null if the text has no number or an ambiguous one. */
  priceAmount: z.number().nullable(),
  priceUnit: z.enum(['once', 'month', 'panel', 'other']).nullable(),
  image: z.string().nullable(),
  imageAlt: z.string().nullable(),
  /** Path of the generated drawing; null if there is an `image`, or if no drawing fits. */
  drawing: z.string().nullable(),
  categoryId: z.number().nullable(),
  categoryName: z.string(),
  categorySlug: z.string(),
  isFeatured: z.boolean(),
  /** Whether the product is demo content: the product and its maker are invented. */
  isDemo: z.boolean(),
  averageRating: z.number(),
  reviewCount: z.number(),
  /** Bayesian average: the rating shrunk towards the mean of the category, or 0 without reviews. `sort=score` sorts by it. */
  score: z.number(),
})
export type ProductCard = z.infer<typeof ProductCard>

const LongTextsSchema = z.object({
  description: z.string(),
  features: z.string().nullable(),
  technicalSpecs: z.string().nullable(),
  /** Safety notes that the description names with `{{caveat:key}}`. */
  caveats: z.array(Caveat),
  /** Used for optimistic concurrency: each edit increments it, and the next edit sends it. Cards leave it out, so that they stay cacheable. */
  version: z.number(),
})
export const Product = ProductCard.extend(LongTextsSchema.shape)
export type Product = z.infer<typeof Product>

/** Product in a list, with the long texts unless the request has `view=card`. */
export const ListedProduct = ProductCard.extend(LongTextsSchema.partial().shape)
export type ListedProduct = z.infer<typeof ListedProduct>

export const PRODUCT_SORTS = ['rating', 'score', 'price-low', 'price-high', 'name'] as const
export const ProductSort = z.enum(PRODUCT_SORTS)
export type ProductSort = z.infer<typeof ProductSort>

/** End of a range, such as `range_min=200` or `price_max=30000`. Ranges require a `category`, which defines the specifications. */
const RangeEndSchema = z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().min(-1e12).max(1e12).optional())
const SPEC_RANGE_SCHEMAS: Record<string, typeof RangeEndSchema> = Object.fromEntries(SPEC_PARAMETERS.map((name) => [name, RangeEndSchema]))

const ViewSchema = z.enum(['card', 'full']).default('full')
export const ProductListQuery = Paging.extend({
  search: SearchTerm,
  category: z.string().trim().max(100).optional(),
  sort: ProductSort.default('rating'),
  view: ViewSchema,
  ...SPEC_RANGE_SCHEMAS,
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
  query: Paging.extend({ view: ViewSchema }),
  response: z.array(ListedProduct),
  list: true,
  feature,
})
export const productsOfCategoryEndpoint = endpoint('GET /api/products/category/:categoryId', {
  summary: 'List the products of a category, best reviewed first.',
  params: z.object({ categoryId: Id }),
  query: Paging.extend({ view: ViewSchema }),
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
