/** Shapes of review pictures and evidence in the personal-data export. */
import { z } from '#platform/contract/zod.ts'

export const ExportedPicture = z.object({ reviewId: z.number(), url: z.string(), alt: z.string(), createdAt: z.string() })
/** A review, or an update of one, that waits for approval. */
export const ExportedWaitingReview = z.object({
  id: z.number(),
  productId: z.number(),
  /** For an update: the review that it belongs to, months since then, and whether the product is still used. Otherwise null. */
  reviewId: z.number().nullable(),
  months: z.number().nullable(),
  isStillUsed: z.boolean().nullable(),
  rating: z.number(),
  title: z.string(),
  content: z.string(),
  ownedMonths: z.number().nullable(),
  createdAt: z.string(),
})
/** Leaves out the picture, which only administrators see and which is deleted when they decide. */
export const ExportedEvidence = z.object({ reviewId: z.number(), note: z.string().nullable(), sentAt: z.string() })
