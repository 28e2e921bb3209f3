import { apiQuery, sendRequest } from '#platform/api.client.ts'
import type { discardJobEndpoint, listJobsEndpoint, QueuedJobState, retryJobEndpoint } from './job-queue.contract.ts'
import { discardJobCall, listJobsCall, retryJobCall } from './job-queue.endpoints.ts'

export type { QueuedJob, QueuedJobState } from './job-queue.contract.ts'
export const jobsQuery = (query: { state?: QueuedJobState; page?: number; perPage?: number } = {}) =>
  apiQuery<typeof listJobsEndpoint>(listJobsCall, { query })
export const retryJob = (id: number) => sendRequest<typeof retryJobEndpoint>(retryJobCall, { params: { id } })
export const discardJob = (id: number) => sendRequest<typeof discardJobEndpoint>(discardJobCall, { params: { id } })
