/** Declares the export and import of the whole site as one file. */
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { archiveRoutes } from './archive.routes.ts'

export const archiveFeature = (features: AllFeatures): Feature => ({
  name: 'archive',
  dependsOn: ['accounts', 'audit', 'deployment', 'job-queue', 'sites'],
  api: [{ name: 'Archive', about: 'The whole site as one file.', routes: archiveRoutes(features) }],
})
