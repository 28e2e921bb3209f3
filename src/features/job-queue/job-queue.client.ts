import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type {
  discardHeldJobsEndpoint,
  discardJobEndpoint,
  getHeldJobsEndpoint,
  listJobsEndpoint,
  QueuedJobState,
  resumeHeldJobsEndpoint,
  retryJobEndpoint,
} from './job-queue.contract.ts'
import {
  discardHeldJobsCall,
  discardJobCall,
  getHeldJobsCall,
  listJobsCall,
  resumeHeldJobsCall,
  retryJobCall,
} from './job-queue.endpoints.ts'

export type { QueuedJob, QueuedJobState } from './job-queue.contract.ts'
export const jobsQuery = (query: { state?: QueuedJobState; page?: number; perPage?: number } = {}) =>
  apiQuery<typeof listJobsEndpoint>(listJobsCall, { query })
export const heldJobsQuery = () => apiQuery<typeof getHeldJobsEndpoint>(getHeldJobsCall)
export const resumeHeldJobs = () => sendRequest<typeof resumeHeldJobsEndpoint>(resumeHeldJobsCall, {})
export const discardHeldJobs = () => sendRequest<typeof discardHeldJobsEndpoint>(discardHeldJobsCall, {})
export const retryJob = (id: number) => sendRequest<typeof retryJobEndpoint>(retryJobCall, { params: { id } })
export const discardJob = (id: number) => sendRequest<typeof discardJobEndpoint>(discardJobCall, { params: { id } })
