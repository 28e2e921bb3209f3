/** Every mail that the site has written. */
import type { Feature } from '#platform/feature.ts'
import { mailRoutes } from './mail.routes.ts'
import { removeOldMail } from './mail.service.ts'

export const mailFeature: Feature = {
  name: 'mail',
  standsOn: [],
  api: [{ name: 'Outbox', about: 'Every mail that the site has written.', routes: mailRoutes }],
  jobs: [{ name: 'forget old mail', everySeconds: 3600, run: (ctx) => removeOldMail(ctx) }],
  tables: {
    mails: {
      hasSecretWrites: true,
      archive: { never: 'holds links that grant access' },
      personal: { notExported: 'went to the person already' },
    },
  },
}
