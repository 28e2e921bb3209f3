/** The subscription in the personal data export. */
import { z } from '#platform/contract/zod.ts'

export const ExportedSubscription = z.object({
  email: z.string(),
  subscribedAt: z.string(),
  confirmedAt: z.string().nullable(),
  page: z.string().nullable(),
  /** Names of categories; empty: everything. */
  interests: z.array(z.string()),
})
