/** Registers the suppression list: email addresses that receive no mail. */
import type { Feature } from '#platform/contract/feature.ts'
import { MAILED_DAYS, SOFT_BOUNCE_DAYS } from './suppression.policy.ts'
import { suppressionRoutes } from './suppression.routes.ts'
import { removeOldMailedAddresses } from './mailed-address.service.ts'
import { removeOldSoftBounces } from './suppression.service.ts'

export const suppressionsFeature: Feature = {
  name: 'suppressions',
  dependsOn: ['audit'],
  api: [
    {
      name: 'Suppression list',
      about: 'Email addresses that receive no mail, and the reports of bounces and complaints.',
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
        what: 'Bounce counts of email addresses',
        after: `${SOFT_BOUNCE_DAYS} days after the last bounce`,
      },
    },
    {
      name: 'purge days of mailed addresses',
      everySeconds: 3600,
      watchedTables: ['mailed_addresses'],
      // Every process runs this job, because writes to the table are not published to other processes.
      isForEveryProcess: true,
      run: (ctx) => removeOldMailedAddresses(ctx),
      retention: {
        table: 'mailed_addresses',
        what: 'Recently mailed addresses (hashed)',
        after: `${MAILED_DAYS} days after the last mail`,
      },
    },
  ],
  tables: {
    suppressions: {
      hasSecretWrites: true,
      archive: { key: ['id'] },
      personal: { notExported: 'an address to which no more mail may be sent' },
    },
    mailed_addresses: {
      hasSecretWrites: true,
      archive: { never: 'belongs to the installation that has sent the mail' },
      personal: { notExported: 'a keyed hash of an address, deleted after some days' },
    },
  },
}
