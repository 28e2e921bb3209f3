/** Defines the watches feature: members are notified of new topics in a category or by a member, and of new reviews and prices of a product. */
import type { Feature } from '#platform/contract/feature.ts'
import { z } from '#platform/contract/zod.ts'
import { watchJobHandlers } from './watch-notification.service.ts'
import { ExportedSubjectWatch } from './watches.contract.ts'
import { deleteSubjectWatchesOfPerson, findSubjectWatchesOfPerson } from './watches.queries.ts'
import { watchesRoutes } from './watches.routes.ts'

export const watchesFeature: Feature = {
  name: 'watches',
  dependsOn: ['accounts', 'job-queue', 'notices', 'pages', 'products', 'users'],
  api: [{ name: 'Watches', about: 'Categories, products and members that a member watches.', routes: watchesRoutes }],
  jobHandlers: watchJobHandlers,
  erasePerson: deleteSubjectWatchesOfPerson,
  tables: {
    watches: {
      references: ['users'],
      archive: { key: ['user_id', 'kind', 'subject_id'] },
      personal: { section: 'watches', shape: z.array(ExportedSubjectWatch), find: findSubjectWatchesOfPerson },
    },
  },
}
