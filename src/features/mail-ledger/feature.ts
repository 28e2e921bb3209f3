/** Counts of mails that no deletion reduces. */
import type { Feature } from '#platform/contract/feature.ts'
import { LEDGER_RETENTION_DAYS, removeOldMailCounts } from './mail-ledger.service.ts'

const UNARCHIVED = { never: 'belongs to the installation that has sent the mail' } as const

export const mailLedgerFeature: Feature = {
  name: 'mail-ledger',
  standsOn: [],
  jobs: [
    {
      name: 'purge mail counts',
      everySeconds: 3600,
      watchedTables: ['mail_counts', 'mail_recipient_counts', 'mail_budget_days'],
      // These writes are published to no other process.
      isForEveryProcess: true,
      run: (ctx) => removeOldMailCounts(ctx),
      retention: {
        table: 'mail_recipient_counts',
        what: 'Counts of mails to an address, as a keyed hash',
        after: `${LEDGER_RETENTION_DAYS} days after the time is over that a limit counts`,
      },
    },
  ],
  tables: {
    mail_counts: { hasSecretWrites: true, archive: UNARCHIVED, personal: 'nothing' },
    mail_recipient_counts: {
      hasSecretWrites: true,
      archive: UNARCHIVED,
      // Closing an account does not delete it: the limit would begin again. It expires by itself.
      personal: { notExported: 'a keyed hash of an address, deleted after some days' },
    },
    mail_budget_days: { hasSecretWrites: true, archive: UNARCHIVED, personal: 'nothing' },
  },
}
