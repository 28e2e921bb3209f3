/** Shape of a vote in the personal-data export. */
import { z } from '#platform/contract/zod.ts'

export const ExportedVote = z.object({ subject: z.string(), id: z.number(), value: z.number(), createdAt: z.string() })
