/** Reports of content, decisions about them, and appeals. */
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { z } from '#platform/contract/zod.ts'
import { ExportedAppeal, ExportedDecision, ExportedReport } from './personal-data.contract.ts'
import { appealMail, decisionMail } from './report.mail.ts'
import { CLAIM_RETENTION_DAYS, REPORT_RETENTION_DAYS } from './report-reason.policy.ts'
import { eraseReportsOfPerson, findAppealsOfPerson, findDecisionsOfPerson, findReportsOfPerson } from './report.queries.ts'
import { reportRoutes } from './report.routes.ts'
import { removeOldCases, removeOldClaims } from './report.service.ts'

export const reportsFeature = (features: AllFeatures): Feature => ({
  name: 'reports',
  dependsOn: [
    'accounts',
    'audit',
    'counting',
    'drafts',
    'forums',
    'mail',
    'notices',
    'pages',
    'reviews',
    'trash',
    'trust',
    'users',
    'writing',
  ],
  api: [{ name: 'Reports', about: 'Reports of content, decisions about them, and appeals.', routes: reportRoutes(features) }],
  mails: [decisionMail, appealMail],
  jobs: [
    {
      name: 'remove old reports',
      everySeconds: 3600,
      watchedTables: ['report_cases'],
      run: (ctx) => removeOldCases(ctx),
      retention: {
        table: 'report_cases',
        what: 'Reports, decisions and appeals',
        after: `${REPORT_RETENTION_DAYS} days after the decision`,
      },
    },
    {
      name: 'remove old claims',
      everySeconds: 3600,
      watchedTables: ['queue_claims'],
      run: (ctx) => removeOldClaims(ctx),
      retention: {
        table: 'queue_claims',
        what: 'Claims of posts, reviews, proofs and appeals by moderators',
        after: `${CLAIM_RETENTION_DAYS} days after the claim`,
      },
    },
  ],
  erasePerson: eraseReportsOfPerson,
  tables: {
    report_cases: { references: ['users'], archive: { key: ['id'] }, personal: 'nothing', hasSecretWrites: true },
    reports: {
      references: ['report_cases', 'users'],
      archive: { key: ['id'] },
      personal: { section: 'reports', shape: z.array(ExportedReport), find: findReportsOfPerson },
    },
    report_decisions: {
      references: ['report_cases', 'users'],
      archive: { key: ['id'] },
      personal: { section: 'moderationDecisions', shape: z.array(ExportedDecision), find: findDecisionsOfPerson },
      hasSecretWrites: true,
    },
    appeals: {
      references: ['report_decisions', 'users'],
      archive: { key: ['id'] },
      personal: { section: 'appeals', shape: z.array(ExportedAppeal), find: findAppealsOfPerson },
    },
    queue_claims: {
      references: ['users'],
      archive: { never: 'concerns what the moderators of this site are working on' },
      personal: 'nothing',
      hasSecretWrites: true,
    },
  },
})
