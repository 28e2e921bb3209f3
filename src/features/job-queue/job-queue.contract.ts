/** Work in the background, as administrators see it: what waits, what runs, and what was given up. */
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

/**
 * `waiting`: for its turn, its time or another try; `held`: since the database was restored, imported or moved; `failed`: given up. What is done is
 * no longer there.
 */
export const QueuedJobState = z.enum(['waiting', 'running', 'held', 'failed'])
export type QueuedJobState = z.infer<typeof QueuedJobState>
export const QueuedJob = z.object({
  id: z.number(),
  /** `mail.send` */
  kind: z.string(),
  state: QueuedJobState,
  priority: z.enum(['urgent', 'normal', 'bulk']),
  /** What it is about, as its handler gets it. */
  payload: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  /** When it is to be done, at the earliest; null when it runs or was given up. */
  dueAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  failedAt: z.string().nullable(),
  attempts: z.number(),
  /** Of the last attempt. */
  lastError: z.string().nullable(),
})
export type QueuedJob = z.infer<typeof QueuedJob>

const QueuedJobQuery = Paging.extend({ state: QueuedJobState.optional() })
export type QueuedJobQuery = z.infer<typeof QueuedJobQuery>

export const listJobsEndpoint = endpoint('GET /api/admin/jobs', {
  summary: 'Work in the background: what was given up first, then in the order in which it is done.',
  query: QueuedJobQuery,
  response: z.array(QueuedJob),
  list: true,
  access: 'admin',
})
export const retryJobEndpoint = endpoint('POST /api/admin/jobs/:id/retry', {
  summary: 'Do a piece of work now that was given up, or that waits for its time.',
  params: z.object({ id: Id }),
  response: QueuedJob,
  extraStatuses: [409],
  status: 200,
  access: 'admin',
})
export const discardJobEndpoint = endpoint('DELETE /api/admin/jobs/:id', {
  summary: 'Take a piece of work out that was given up, or that waits: it is not done.',
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
  summary: 'Count what would go out and is held since the database was restored, imported or moved.',
  response: HeldJobs,
  access: 'admin',
})
export const resumeHeldJobsEndpoint = endpoint('POST /api/admin/held-jobs/resume', {
  summary: 'Resume everything that is held: it goes out.',
  response: HeldJobsDone,
  status: 200,
  access: 'admin',
})
export const discardHeldJobsEndpoint = endpoint('POST /api/admin/held-jobs/discard', {
  summary: 'Discard everything that is held: it never goes out.',
  response: HeldJobsDone,
  status: 200,
  access: 'admin',
})
