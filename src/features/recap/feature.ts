/** Defines the recap feature: what members missed since their last visit, and the weekly digest. */
import type { Feature } from '#platform/contract/feature.ts'
import { weeklyDigestMail } from './digest.mail.ts'
import { digestJobHandlers, enqueueDueDigests } from './digest.service.ts'
import { recapRoutes } from './recap.routes.ts'

export const recapFeature: Feature = {
  name: 'recap',
  dependsOn: ['forums', 'job-queue', 'mail', 'mutes', 'notices', 'pages'],
  api: [{ name: 'Recap', about: 'What a member missed since the last visit.', routes: recapRoutes }],
  mails: [weeklyDigestMail],
  jobs: [{ name: 'enqueue weekly digests', everySeconds: 300, watchedTables: ['weekly_digests'], run: (ctx) => enqueueDueDigests(ctx) }],
  jobHandlers: digestJobHandlers,
}
