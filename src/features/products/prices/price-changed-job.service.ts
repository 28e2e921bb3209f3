/** Declares the job that notifies the watchers of a product of a new price. The watches feature handles it, because it depends on products. */
import { defineJobKind } from '#features/job-queue/job-kind.policy.ts'
import { z } from '#platform/contract/zod.ts'

export const PriceChange = z.object({
  productId: z.number(),
  /** Null if the product had no price. */
  from: z.string().nullable(),
  to: z.string(),
  /** Version of the product with the new price, which identifies the change. */
  version: z.number(),
  /** Id of the administrator who changed the price; null if the change had no viewer. */
  changedBy: z.number().nullable(),
})
export type PriceChange = z.infer<typeof PriceChange>

export const priceChangedJob = defineJobKind('products.price-changed', PriceChange)
