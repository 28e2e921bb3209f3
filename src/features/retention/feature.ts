/** Data retention: rules and their runs. */
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { retentionRoutes } from './retention.routes.ts'

export const retentionFeature = (features: AllFeatures): Feature => ({
  name: 'retention',
  dependsOn: [],
  api: [{ name: 'Retention', about: 'Data retention rules, and the results of their last runs.', routes: retentionRoutes(features) }],
  tables: {
    retention_runs: { hasSecretWrites: true, archive: { never: 'tells of this address' }, personal: 'nothing' },
  },
})
