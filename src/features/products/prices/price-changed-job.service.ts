/** The job about a new price of a product. A feature that depends on products handles it, so that products do not depend on their watchers. */
import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { z } from '#platform/contract/zod.ts'

export const PriceChange = z.object({
  productId: z.number(),
  /** Null if the product had no price. */
  from: z.string().nullable(),
  to: z.string(),
  /** Version of the product with the new price, which identifies the change. */
  version: z.number(),
  /** Administrator who has changed it; null if the site has. */
  changedBy: z.number().nullable(),
})
export type PriceChange = z.infer<typeof PriceChange>

export const priceChangedJob = defineJobKind('products.price-changed', PriceChange)
