/** Legal duties of a UK operator: records that are prefilled from the site, completed, signed and exported. */
import './duty.context.ts'
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { dutyReviewMail } from './duty.mail.ts'
import { remindOfDuties } from './duty-reminder.service.ts'
import { dutyRoutes } from './duty.routes.ts'

export const dutiesFeature = (features: AllFeatures): Feature => ({
  name: 'duties',
  dependsOn: ['audit', 'mail', 'notices', 'reports', 'retention', 'reviews', 'sites', 'users', 'writing'],
  api: [{ name: 'Duties', about: 'Records of the operator’s legal duties in the United Kingdom.', routes: dutyRoutes(features) }],
  mails: [dutyReviewMail],
  jobs: [
    {
      name: 'remind of duties',
      everySeconds: 3600,
      watchedTables: ['duty_records'],
      run: (ctx) => remindOfDuties(ctx),
    },
  ],
  tables: {
    duty_records: {
      references: ['users'],
      archive: { key: ['id'] },
      personal: { notExported: 'the record of the site, not of the person' },
      hasSecretWrites: true,
    },
  },
})
