/** Parts of the personal-data export that belong to reports. */
import { z } from '#platform/contract/zod.ts'

export const ExportedReport = z.object({
  id: z.number(),
  kind: z.string(),
  path: z.string(),
  reason: z.string(),
  text: z.string().nullable(),
  createdAt: z.string(),
})
export const ExportedDecision = z.object({
  id: z.number(),
  kind: z.string(),
  title: z.string(),
  content: z.string(),
  decision: z.string(),
  reason: z.string(),
  text: z.string(),
  restrictedUntil: z.string().nullable(),
  decidedAt: z.string(),
})
export const ExportedAppeal = z.object({
  id: z.number(),
  decisionId: z.number(),
  text: z.string(),
  createdAt: z.string(),
  outcome: z.string().nullable(),
  outcomeText: z.string().nullable(),
})
