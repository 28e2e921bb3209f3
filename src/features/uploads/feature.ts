/** Pictures of the site’s own. */
import type { Feature } from '#platform/feature.ts'
import { uploadRoutes } from './upload.routes.ts'
import { removeOrphanUploads } from './upload.service.ts'

export const uploadsFeature: Feature = {
  name: 'uploads',
  standsOn: ['audit'],
  api: [{ name: 'Uploads', about: 'Pictures.', routes: uploadRoutes }],
  jobs: [{ name: 'take away pictures without a row', everySeconds: 6 * 3600, run: removeOrphanUploads }],
  tables: {
    uploads: {
      references: ['users'],
      archive: { key: ['id'] },
      personal: { notExported: 'pictures of the site, uploaded by its administrators' },
    },
  },
}
