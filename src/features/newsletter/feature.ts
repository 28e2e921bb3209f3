/** Who wants letters. */
import type { Feature } from '#platform/feature.ts'
import { ExportedSubscription } from './personal-data.contract.ts'
import { newsletterRoutes } from './newsletter.routes.ts'
import { removeUnconfirmed } from './newsletter.service.ts'
import { findSubscriptionOfPerson } from './personal-data.queries.ts'

export const newsletterFeature: Feature = {
  name: 'newsletter',
  standsOn: ['audit', 'mail', 'accounts'],
  api: [{ name: 'Newsletter', about: 'Subscribing, leaving, and the list of subscribers.', routes: newsletterRoutes }],
  jobs: [{ name: 'forget addresses that nobody has confirmed', everySeconds: 3600, run: (ctx) => removeUnconfirmed(ctx) }],
  tables: {
    subscribers: {
      hasSecretWrites: true,
      archive: { key: ['id'] },
      personal: { section: 'newsletter', shape: ExportedSubscription.nullable(), find: findSubscriptionOfPerson },
    },
  },
}
