/** Describes the newsletter subscription in the personal data export. */
import { z } from '#platform/contract/zod.ts'

export const ExportedSubscription = z.object({
  email: z.string(),
  subscribedAt: z.string(),
  confirmedAt: z.string().nullable(),
  page: z.string().nullable(),
  /** Names of the chosen categories; empty: the subscriber gets every issue. */
  interests: z.array(z.string()),
})
