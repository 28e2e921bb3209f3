/** What is deleted when. */
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { retentionRoutes } from './retention.routes.ts'

export const retentionFeature = (features: AllFeatures): Feature => ({
  name: 'retention',
  standsOn: [],
  api: [{ name: 'Retention', about: 'What is deleted when, and what the last runs did.', routes: retentionRoutes(features) }],
  tables: {
    retention_runs: { hasSecretWrites: true, archive: { never: 'tells of this address' }, personal: 'nothing' },
  },
})
