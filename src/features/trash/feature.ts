/** What was deleted, for thirty days. */
import type { AllFeatures, Feature } from '#platform/feature.ts'
import { collectTrashHooks } from './trash-hooks.ts'
import { trashRoutes } from './trash.routes.ts'
import { emptyTrash } from './trash.service.ts'

export const trashFeature = (features: AllFeatures): Feature => ({
  name: 'trash',
  standsOn: ['audit'],
  api: [{ name: 'Trash', about: 'What was deleted and can be brought back.', routes: trashRoutes(features) }],
  jobs: [{ name: 'empty the trash', everySeconds: 3600, run: (ctx) => emptyTrash(ctx, collectTrashHooks(features).purge) }],
  tables: {
    trash: { references: ['users'], archive: { key: ['id'] }, personal: { notExported: 'what is deleted is on its way out' } },
  },
})
