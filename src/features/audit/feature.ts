/** Who changed what, and when. */
import type { Feature } from '#platform/feature.ts'
import { auditRoutes } from './audit.routes.ts'

export const auditFeature: Feature = {
  name: 'audit',
  standsOn: [],
  api: [{ name: 'Audit log', about: 'Who changed what, and when.', routes: auditRoutes }],
  tables: {
    audit_entries: {
      hasSecretWrites: true,
      references: ['users'],
      archive: { key: ['id'] },
      personal: { notExported: 'the record of the site, not of the person' },
    },
  },
}
