/** Products side by side, and the figures by which a list of them can be narrowed. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { MAX_COMPARED } from '#features/products/product-filter.policy.ts'
import { Product } from '#features/products/product.contract.ts'

const feature = 'products' as const

/** A figure in which the products of a category differ. */
export const ProductSpec = z.object({
  /** Asked for as `{key}_min` and `{key}_max`. */
  key: z.string(),
  label: z.string(),
  unit: z.string().nullable(),
  /** In the site's own currency. */
  isPrice: z.boolean(),
  min: z.number(),
  max: z.number(),
  step: z.number(),
  /** How many products state it. */
  count: z.number(),
})
export type ProductSpec = z.infer<typeof ProductSpec>

export const productSpecsEndpoint = endpoint('GET /api/products/figures', {
  summary: 'The figures by which the products of a category can be narrowed.',
  query: z.object({ category: z.string().trim().min(1).max(100) }),
  response: z.array(ProductSpec),
  list: true,
  feature,
})

export const productCountsEndpoint = endpoint('GET /api/products/counts', {
  summary: 'How many products each category has.',
  response: z.array(z.object({ categoryId: z.number(), count: z.number() })),
  list: true,
  feature,
})

/** `asked` is the slug that was asked for: a product may have another one by now. */
export const ComparedProduct = Product.extend({ asked: z.string() })
export type ComparedProduct = z.infer<typeof ComparedProduct>

export const compareProductsEndpoint = endpoint('GET /api/products/compare', {
  summary: 'Up to four products whole, in the order of their slugs. Those that do not exist are left out.',
  query: z.object({
    p: z
      .string()
      .max(1000)
      .transform((slugs) => [...new Set(slugs.split(',').map((slug) => slug.trim()))].filter(Boolean))
      .refine((slugs) => slugs.length > 0 && slugs.length <= MAX_COMPARED, `Name one to ${MAX_COMPARED} products`),
  }),
  response: z.array(ComparedProduct),
  list: true,
  feature,
})
