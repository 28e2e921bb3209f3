/** Declares the trash, from which deleted items can be restored for thirty days. */
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { collectTrashHooks } from './trash-hooks.service.ts'
import { TRASH_DAYS } from './trash.contract.ts'
import { trashRoutes } from './trash.routes.ts'
import { emptyTrash } from './trash.service.ts'

export const trashFeature = (features: AllFeatures): Feature => ({
  name: 'trash',
  dependsOn: ['audit'],
  api: [{ name: 'Trash', about: 'Deleted items that can be restored.', routes: trashRoutes(features) }],
  jobs: [
    {
      name: 'empty the trash',
      everySeconds: 3600,
      watchedTables: ['trash'],
      run: (ctx) => emptyTrash(ctx, collectTrashHooks(features).purge),
      retention: { table: 'trash', what: 'Items in the trash', after: `${TRASH_DAYS} days after they were deleted` },
    },
  ],
  tables: {
    trash: {
      references: ['users'],
      archive: { key: ['id'] },
      personal: { notExported: 'deleted content, which is purged after some days' },
    },
  },
})
