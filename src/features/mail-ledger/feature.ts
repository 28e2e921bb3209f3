/** Registers the mail counters for limits, quotas and the daily budget. */
import type { Feature } from '#platform/contract/feature.ts'
import { LEDGER_RETENTION_DAYS, removeOldMailCounts } from './mail-ledger.service.ts'

const UNARCHIVED = { never: 'belongs to the installation that has sent the mail' } as const

export const mailLedgerFeature: Feature = {
  name: 'mail-ledger',
  dependsOn: [],
  jobs: [
    {
      name: 'purge mail counts',
      everySeconds: 3600,
      watchedTables: ['mail_counts', 'mail_recipient_counts', 'mail_budget_days'],
      // Every process runs this job, because writes to these tables are not published to other processes.
      isForEveryProcess: true,
      run: (ctx) => removeOldMailCounts(ctx),
      retention: {
        table: 'mail_recipient_counts',
        what: 'Email counts by address (hashed)',
        after: `${LEDGER_RETENTION_DAYS} days after the end of the limit’s period`,
      },
    },
  ],
  tables: {
    mail_counts: { hasSecretWrites: true, archive: UNARCHIVED, personal: 'nothing' },
    mail_recipient_counts: {
      hasSecretWrites: true,
      archive: UNARCHIVED,
      // The count is not deleted with the account, which would reset the limit; it expires by itself.
      personal: { notExported: 'a keyed hash of an address, deleted after some days' },
    },
    mail_budget_days: { hasSecretWrites: true, archive: UNARCHIVED, personal: 'nothing' },
  },
}
