/** Data retention rules and their runs. */
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
  /** For example `Emails in the outbox`. */
  what: z.string(),
  /** For example `90 days after they were written`; null: never, according to the site's settings. */
  after: z.string().nullable(),
  /** Whether the rows are anonymised instead of deleted. */
  isAnonymised: z.boolean(),
  /** Runs of the last 90 days, newest first; days without a run are left out. */
  lines: z.array(RetentionLine),
})
export type RetentionRule = z.infer<typeof RetentionRule>

export const listRetentionEndpoint = endpoint('GET /api/admin/retention', {
  summary: 'List the data retention rules with their runs of the last 90 days.',
  response: z.array(RetentionRule),
  list: true,
  access: 'admin',
})
