/** What is deleted when, and what each run has done. */
import { endpoint } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

export const RetentionLine = z.object({
  /** UTC. */
  day: z.string(),
  lastRunAt: z.string(),
  runs: z.number(),
  removed: z.number(),
})
export type RetentionLine = z.infer<typeof RetentionLine>
export const RetentionRule = z.object({
  name: z.string(),
  /** `Emails in the outbox` */
  what: z.string(),
  /** `90 days after they were written`; null: never, as the site is set. */
  after: z.string().nullable(),
  /** The rows stay, without who they are about. */
  isAnonymised: z.boolean(),
  /** Of the last 90 days, the newest first; a day on which there was nothing to do has none. */
  lines: z.array(RetentionLine),
})
export type RetentionRule = z.infer<typeof RetentionRule>

export const listRetentionEndpoint = endpoint('GET /api/admin/retention', {
  summary: 'What is deleted when, with what was done on each of the last days.',
  response: z.array(RetentionRule),
  list: true,
  access: 'admin',
})
