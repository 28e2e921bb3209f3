/** Registers the job queue, which runs jobs in the background and keeps them when the process ends. */
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { jobQueueRoutes } from './job-queue.routes.ts'

export const jobQueueFeature = (features: AllFeatures): Feature => ({
  name: 'job-queue',
  dependsOn: ['audit'],
  api: [{ name: 'Background jobs', about: 'Waiting, running and failed jobs.', routes: jobQueueRoutes(features) }],
  tables: {
    queued_jobs: {
      hasSecretWrites: true,
      archive: { never: 'jobs of this installation only' },
      personal: { notExported: 'contains only ids, deleted when the job is done' },
    },
  },
})
