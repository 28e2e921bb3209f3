/** Registers the outbox, which stores and sends all mail from a site. */
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { mailRoutes } from './mail.routes.ts'
import { removeOldMail } from './mail.service.ts'

export const mailFeature = (features: AllFeatures): Feature => ({
  name: 'mail',
  dependsOn: ['bulk-mail', 'job-queue', 'mail-ledger', 'suppressions'],
  api: [{ name: 'Outbox', about: 'All mail of the site, and previews of the mail templates.', routes: mailRoutes(features) }],
  jobs: [
    {
      name: 'forget old mail',
      everySeconds: 3600,
      watchedTables: ['mails'],
      run: (ctx) => removeOldMail(ctx),
      retention: { table: 'mails', what: 'Emails in the outbox', after: '90 days after they were written' },
    },
  ],
  tables: {
    mails: {
      hasSecretWrites: true,
      archive: { never: 'holds links that grant access' },
      personal: { notExported: 'the person has already received it' },
    },
  },
})
