import { route } from '#platform/route.ts'
import { discardJobEndpoint, listJobsEndpoint, retryJobEndpoint } from './job-queue.contract.ts'
import { discardJob, listJobs, retryJob } from './job-queue.service.ts'

export const jobQueueRoutes = [
  route(listJobsEndpoint, (ctx, { query }) => listJobs(ctx, query)),
  route(retryJobEndpoint, (ctx, { params }) => retryJob(ctx, params.id)),
  route(discardJobEndpoint, (ctx, { params }) => discardJob(ctx, params.id)),
]
