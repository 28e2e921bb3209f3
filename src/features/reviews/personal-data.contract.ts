/** What a member takes along beside their reviews. */
import { z } from '#platform/contract/zod.ts'

export const ExportedPicture = z.object({ reviewId: z.number(), url: z.string(), alt: z.string(), createdAt: z.string() })
/** The picture itself is seen by administrators alone, and gone once they have decided. */
export const ExportedEvidence = z.object({ reviewId: z.number(), note: z.string().nullable(), sentAt: z.string() })
