import type { AllFeatures } from '#platform/contract/feature.ts'
import { route } from '#platform/contract/route.ts'
import { discardHeldJobs, getHeldJobs, resumeHeldJobs } from './held-jobs.service.ts'
import * as contract from './job-queue.contract.ts'
import { discardJob, listJobs, retryJob } from './job-queue.service.ts'

export const jobQueueRoutes = (features: AllFeatures) => [
  route(contract.listJobsEndpoint, (ctx, { query }) => listJobs(ctx, query)),
  route(contract.retryJobEndpoint, (ctx, { params }) => retryJob(ctx, features, params.id)),
  route(contract.discardJobEndpoint, (ctx, { params }) => discardJob(ctx, params.id)),
  route(contract.getHeldJobsEndpoint, (ctx) => getHeldJobs(ctx)),
  route(contract.resumeHeldJobsEndpoint, (ctx) => resumeHeldJobs(ctx)),
  route(contract.discardHeldJobsEndpoint, (ctx) => discardHeldJobs(ctx, features)),
]
