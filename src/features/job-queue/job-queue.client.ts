import { api, apiQuery } from '#platform/client/api.client.ts'
import type { QueuedJobState } from './job-queue.contract.ts'

export type { QueuedJob, QueuedJobState } from './job-queue.contract.ts'
export const jobsQuery = (query: { state?: QueuedJobState; page?: number; perPage?: number } = {}) =>
  apiQuery('GET /api/admin/jobs', { query })
export const heldJobsQuery = () => apiQuery('GET /api/admin/held-jobs')
export const resumeHeldJobs = () => api('POST /api/admin/held-jobs/resume')
export const discardHeldJobs = () => api('POST /api/admin/held-jobs/discard')
export const retryJob = (id: number) => api('POST /api/admin/jobs/:id/retry', { params: { id } })
export const discardJob = (id: number) => api('DELETE /api/admin/jobs/:id', { params: { id } })
