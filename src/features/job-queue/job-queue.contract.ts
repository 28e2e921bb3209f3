/** Endpoints with which administrators list, retry and discard background jobs. */
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

/**
 * `waiting` jobs start later, `held` jobs have waited for an administrator since the database was restored, imported or moved, and `failed`
 * jobs are not retried. Completed jobs are deleted.
 */
export const QueuedJobState = z.enum(['waiting', 'running', 'held', 'failed'])
export type QueuedJobState = z.infer<typeof QueuedJobState>
export const QueuedJob = z.object({
  id: z.number(),
  /** Name of the job kind: `mail.send`. */
  kind: z.string(),
  state: QueuedJobState,
  priority: z.enum(['urgent', 'normal', 'bulk']),
  /** Input of the handler, usually ids. */
  payload: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  /** Earliest time at which a waiting job starts; null in every other state. */
  dueAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  failedAt: z.string().nullable(),
  attempts: z.number(),
  /** Error of the last failed attempt; null: no attempt has failed. */
  lastError: z.string().nullable(),
})
export type QueuedJob = z.infer<typeof QueuedJob>

const QueuedJobQuery = Paging.extend({ state: QueuedJobState.optional() })
export type QueuedJobQuery = z.infer<typeof QueuedJobQuery>

export const listJobsEndpoint = endpoint('GET /api/admin/jobs', {
  summary: 'List background jobs: failed ones first, then in the order in which they run.',
  query: QueuedJobQuery,
  response: z.array(QueuedJob),
  list: true,
  access: 'admin',
})
export const retryJobEndpoint = endpoint('POST /api/admin/jobs/:id/retry', {
  summary: 'Restart a failed job, or start a waiting job now. Deliveries of a paused webhook are refused with 409.',
  params: z.object({ id: Id }),
  response: QueuedJob,
  extraStatuses: [409],
  status: 200,
  access: 'admin',
})
export const discardJobEndpoint = endpoint('DELETE /api/admin/jobs/:id', {
  summary: 'Discard a failed or waiting job without running it.',
  params: z.object({ id: Id }),
  response: z.object({ ok: z.literal(true) }),
  extraStatuses: [409],
  access: 'admin',
})

export const HeldJobs = z.object({
  total: z.number(),
  /** Held jobs by kind; `oldest` and `newest` are the times at which they were enqueued. */
  kinds: z.array(z.object({ kind: z.string(), count: z.number(), oldest: z.string(), newest: z.string() })),
})
export type HeldJobs = z.infer<typeof HeldJobs>
const HeldJobsDone = z.object({ jobs: z.number() })
export const getHeldJobsEndpoint = endpoint('GET /api/admin/held-jobs', {
  summary: 'Count the jobs that are held since the database was restored, imported or moved.',
  response: HeldJobs,
  access: 'admin',
})
export const resumeHeldJobsEndpoint = endpoint('POST /api/admin/held-jobs/resume', {
  summary: 'Resume all held jobs.',
  response: HeldJobsDone,
  status: 200,
  access: 'admin',
})
export const discardHeldJobsEndpoint = endpoint('POST /api/admin/held-jobs/discard', {
  summary: 'Discard all held jobs without running them.',
  response: HeldJobsDone,
  status: 200,
  access: 'admin',
})
