/** Registers the newsletter feature: subscribers, imports and issues. */
import './newsletter.context.ts'
import { UNCONFIRMED_DAYS } from './newsletter.policy.ts'
import type { Feature } from '#platform/contract/feature.ts'
import { ExportedSubscription } from './personal-data.contract.ts'
import { importRoutes } from '#features/newsletter/imports/import.routes.ts'
import { issueRoutes } from '#features/newsletter/issues/issue.routes.ts'
import { toArchivedIssue, toImportedIssue } from '#features/newsletter/issues/archive/issue-archive.policy.ts'
import { onDeliveryDiscarded } from '#features/newsletter/issues/sending/issue-delivery.service.ts'
import { deliverIssueJob } from '#features/newsletter/issues/sending/issue-job.service.ts'
import { confirmSubscriptionMail } from './newsletter.mail.ts'
import { newsletterRoutes } from './newsletter.routes.ts'
import { removeUnconfirmed } from './newsletter.service.ts'
import { findSubscriptionOfPerson } from './personal-data.queries.ts'

export const newsletterFeature: Feature = {
  name: 'newsletter',
  dependsOn: [
    'audit',
    'bulk-mail',
    'mail',
    'mail-ledger',
    'suppressions',
    'job-queue',
    'accounts',
    'categories',
    'pages',
    'webhooks',
    'figures',
    'drafts',
  ],
  api: [
    {
      name: 'Newsletter',
      about: 'Subscribing, unsubscribing and the list of subscribers.',
      routes: [...newsletterRoutes, ...importRoutes],
    },
    { name: 'Newsletter issues', about: 'Writing the newsletter, sending it, and its archive.', routes: issueRoutes },
  ],
  jobs: [
    {
      name: 'forget addresses that nobody has confirmed',
      everySeconds: 3600,
      watchedTables: ['subscribers'],
      run: (ctx) => removeUnconfirmed(ctx),
      retention: {
        table: 'subscribers',
        what: 'Unconfirmed newsletter addresses',
        after: `${UNCONFIRMED_DAYS} days after sign-up`,
      },
    },
  ],
  mails: [confirmSubscriptionMail],
  onJobDiscarded: { [deliverIssueJob.name]: onDeliveryDiscarded },
  tables: {
    subscribers: {
      hasSecretWrites: true,
      archive: { key: ['id'] },
      personal: { section: 'newsletter', shape: ExportedSubscription.nullable(), find: findSubscriptionOfPerson },
    },
    subscriber_interests: {
      references: ['subscribers', 'categories'],
      hasSecretWrites: true,
      archive: { key: ['subscriber_id', 'category_id'] },
      personal: { notExported: 'included in the subscription' },
    },
    newsletter_issues: {
      archive: { key: ['id'], withoutSchedule: toArchivedIssue, onImport: toImportedIssue },
      personal: 'nothing',
    },
    newsletter_recipients: {
      references: ['newsletter_issues'],
      hasSecretWrites: true,
      archive: { key: ['issue_id', 'subscriber_id'] },
      personal: { notExported: 'the issues that were sent to an address, which the person has received' },
    },
    newsletter_unsubscribes: {
      hasSecretWrites: true,
      archive: { never: 'is hashed with the key of this installation' },
      personal: { notExported: 'a keyed hash of an address, stored to respect the objection' },
    },
    newsletter_departures: {
      references: ['newsletter_issues'],
      hasSecretWrites: true,
      archive: { key: ['id'] },
      personal: 'nothing',
    },
  },
}
