/** Background jobs as administrators see them. */
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

/**
 * `waiting`: for its turn, its time or a retry; `held`: since the database was restored, imported or moved; `failed`: permanently. Completed jobs are
 * deleted.
 */
export const QueuedJobState = z.enum(['waiting', 'running', 'held', 'failed'])
export type QueuedJobState = z.infer<typeof QueuedJobState>
export const QueuedJob = z.object({
  id: z.number(),
  /** `mail.send` */
  kind: z.string(),
  state: QueuedJobState,
  priority: z.enum(['urgent', 'normal', 'bulk']),
  /** Input of the handler. */
  payload: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  /** Earliest start; null when it is running or has failed. */
  dueAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  failedAt: z.string().nullable(),
  attempts: z.number(),
  /** Error of the last attempt. */
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
  summary: 'Restart a failed job, or start a waiting job now.',
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
  /** When the oldest and the newest of a kind were enqueued. */
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
