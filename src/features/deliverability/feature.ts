/** Registers the DNS checks for reliable mail delivery. */
import type { Feature } from '#platform/contract/feature.ts'
import { deliverabilityRoutes } from './deliverability.routes.ts'

export const deliverabilityFeature: Feature = {
  name: 'deliverability',
  dependsOn: ['mail-ledger'],
  api: [{ name: 'Deliverability', about: 'Whether the DNS lets this site write in its sender’s name.', routes: deliverabilityRoutes }],
}
