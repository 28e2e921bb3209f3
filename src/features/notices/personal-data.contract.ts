/** Shapes of notices and mail preferences in the personal-data export. */
import { z } from '#platform/contract/zod.ts'

export const ExportedNotice = z.object({
  kind: z.string(),
  title: z.string(),
  path: z.string(),
  items: z.number(),
  at: z.string(),
  readAt: z.string().nullable(),
})
export const ExportedPreference = z.object({ kind: z.string(), timing: z.string() })
export const ExportedWeeklyDigest = z.object({ dueAt: z.string() })
