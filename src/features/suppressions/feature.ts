/** Addresses that get no mail. */
import type { Feature } from '#platform/feature.ts'
import { SOFT_BOUNCE_DAYS } from './suppression.policy.ts'
import { suppressionRoutes } from './suppression.routes.ts'
import { removeOldSoftBounces } from './suppression.service.ts'

export const suppressionsFeature: Feature = {
  name: 'suppressions',
  standsOn: ['audit'],
  api: [
    {
      name: 'Suppression list',
      about: 'Addresses that get no mail, and how mail servers report what came back.',
      routes: suppressionRoutes,
    },
  ],
  jobs: [
    {
      name: 'forget mails that came back long ago',
      everySeconds: 3600,
      watchedTables: ['suppressions'],
      run: (ctx) => removeOldSoftBounces(ctx),
      retention: {
        table: 'suppressions',
        what: 'Mails that came back once or twice',
        after: `${SOFT_BOUNCE_DAYS} days after the last of them`,
      },
    },
  ],
  tables: {
    suppressions: {
      hasSecretWrites: true,
      archive: { key: ['id'] },
      personal: { notExported: 'kept so that nothing is sent there any more' },
    },
  },
}
