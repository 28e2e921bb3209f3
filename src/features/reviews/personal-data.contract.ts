/** Shapes of review pictures and evidence in the personal-data export. */
import { z } from '#platform/contract/zod.ts'

export const ExportedPicture = z.object({ reviewId: z.number(), url: z.string(), alt: z.string(), createdAt: z.string() })
/** Leaves out the picture, which only administrators see and which is deleted when they decide. */
export const ExportedEvidence = z.object({ reviewId: z.number(), note: z.string().nullable(), sentAt: z.string() })
