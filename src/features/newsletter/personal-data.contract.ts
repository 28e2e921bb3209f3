/** What a member takes along of the newsletter. */
import { z } from '#platform/contract/zod.ts'

export const ExportedSubscription = z.object({
  email: z.string(),
  subscribedAt: z.string(),
  confirmedAt: z.string().nullable(),
  page: z.string().nullable(),
  /** Names of categories; none: everything. */
  interests: z.array(z.string()),
})
