/** Parts of the personal-data export that belong to reviews. */
import { z } from '#platform/contract/zod.ts'

export const ExportedPicture = z.object({ reviewId: z.number(), url: z.string(), alt: z.string(), createdAt: z.string() })
/** Without the picture, which only administrators see and which is deleted after their decision. */
export const ExportedEvidence = z.object({ reviewId: z.number(), note: z.string().nullable(), sentAt: z.string() })
