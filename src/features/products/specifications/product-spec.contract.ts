/** Contract of the product comparison, and of the specifications by which lists can be filtered. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { MAX_COMPARED } from '#features/products/product-filter.policy.ts'
import { Product } from '#features/products/product.contract.ts'

const feature = 'products' as const

/** A numeric specification in which the products of a category differ, as a filter. */
export const ProductSpec = z.object({
  /** Prefix of the query parameters `{key}_min` and `{key}_max`. */
  key: z.string(),
  label: z.string(),
  unit: z.string().nullable(),
  /** Whether the numbers are prices, in the currency of the site. */
  isPrice: z.boolean(),
  min: z.number(),
  max: z.number(),
  step: z.number(),
  /** Number of products that state the specification. */
  count: z.number(),
})
export type ProductSpec = z.infer<typeof ProductSpec>

export const productSpecsEndpoint = endpoint('GET /api/products/figures', {
  summary: 'List the specifications that the products of a category can be filtered by.',
  query: z.object({ category: z.string().trim().min(1).max(100) }),
  response: z.array(ProductSpec),
  list: true,
  feature,
})

export const productCountsEndpoint = endpoint('GET /api/products/counts', {
  summary: 'Count the products of each category.',
  response: z.array(z.object({ categoryId: z.number(), count: z.number() })),
  list: true,
  feature,
})

/** `asked` is the requested slug. It differs from `slug` if the product's slug has changed since. */
export const ComparedProduct = Product.extend({ asked: z.string() })
export type ComparedProduct = z.infer<typeof ComparedProduct>

export const compareProductsEndpoint = endpoint('GET /api/products/compare', {
  summary: 'Get up to four products for comparison, in the order of the requested slugs. Unknown products are left out.',
  query: z.object({
    p: z
      .string()
      .max(1000)
      .transform((slugs) => [...new Set(slugs.split(',').map((slug) => slug.trim()))].filter(Boolean))
      .refine((slugs) => slugs.length > 0 && slugs.length <= MAX_COMPARED, `Choose one to ${MAX_COMPARED} products`),
  }),
  response: z.array(ComparedProduct),
  list: true,
  feature,
})
