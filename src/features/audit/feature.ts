/** Declares the audit log, which records who changed what and when. */
import type { Feature } from '#platform/contract/feature.ts'
import { AUDIT_RETENTION_DAYS, removeOldAuditEntries } from './audit-retention.service.ts'
import { auditRoutes } from './audit.routes.ts'

export const auditFeature: Feature = {
  name: 'audit',
  dependsOn: [],
  api: [{ name: 'Audit log', about: 'Who changed what, and when.', routes: auditRoutes }],
  jobs: [
    {
      name: 'forget old entries of the audit log',
      everySeconds: 6 * 3600,
      watchedTables: ['audit_entries'],
      run: (ctx) => removeOldAuditEntries(ctx),
      retention: {
        table: 'audit_entries',
        what: 'Audit log entries',
        after: `${AUDIT_RETENTION_DAYS} days after the change`,
      },
    },
  ],
  tables: {
    audit_entries: {
      hasSecretWrites: true,
      references: ['users'],
      archive: { key: ['id'] },
      personal: { notExported: 'the record of the site, not of the person' },
    },
  },
}
