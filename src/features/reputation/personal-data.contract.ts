/** Shapes of badges and points in the personal-data export. */
import { z } from '#platform/contract/zod.ts'

export const ExportedBadge = z.object({ name: z.string(), earnedAt: z.string() })
export const ExportedPoints = z.object({
  points: z.number(),
  reason: z.string(),
  subject: z.string().nullable(),
  subjectId: z.number().nullable(),
  createdAt: z.string(),
})
