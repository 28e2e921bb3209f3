/** Declares backups of the whole installation. */
import type { Feature } from '#platform/contract/feature.ts'

export const backupsFeature: Feature = {
  name: 'backups',
  dependsOn: ['accounts', 'job-queue'],
  tables: {
    backups: { archive: { never: 'belongs to the installation rather than the site' }, personal: 'nothing' },
  },
}
