/** Resource quotas of launched sites. */
import type { Feature } from '#platform/contract/feature.ts'
import { route } from '#platform/contract/route.ts'
import { getOwnQuotasEndpoint } from './quota.contract.ts'
import { getOwnQuotas } from './quota.service.ts'

export const quotasFeature: Feature = {
  name: 'quotas',
  dependsOn: ['mail-ledger'],
  api: [
    { name: 'Quotas', about: 'Usage and limits of a launched site.', routes: [route(getOwnQuotasEndpoint, (ctx) => getOwnQuotas(ctx))] },
  ],
  tables: {
    site_quotas: { references: ['launches'], archive: { never: 'belongs to the installation rather than the site' }, personal: 'nothing' },
    quota_counts: { archive: { never: 'an hour later it is of no more use' }, personal: 'nothing' },
  },
}
