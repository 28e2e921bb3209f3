/** Defines the uploads feature: uploaded pictures, and pictures fetched from other hosts. */
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { replaceRemotePictures } from './remote-picture.service.ts'
import { uploadRoutes } from './upload.routes.ts'
import { removeOrphanUploads } from './upload.service.ts'

export const uploadsFeature = (features: AllFeatures): Feature => ({
  name: 'uploads',
  dependsOn: ['audit'],
  api: [{ name: 'Uploads', about: 'Pictures.', routes: uploadRoutes }],
  jobs: [
    {
      name: 'take away pictures without a row',
      everySeconds: 6 * 3600,
      watchedTables: ['uploads', 'files', 'review_pictures', 'post_pictures', 'trash', 'users'],
      run: (ctx) => removeOrphanUploads(ctx, features),
    },
    {
      name: 'fetch pictures of other hosts',
      everySeconds: 300,
      triggerTables: ['products', 'articles', 'users'],
      watchedTables: ['products', 'articles', 'users'],
      run: (ctx) => replaceRemotePictures(ctx, features),
    },
  ],
  tables: {
    uploads: {
      references: ['users'],
      archive: { key: ['id'] },
      personal: { notExported: 'pictures of the site, uploaded by its administrators' },
    },
    files: { archive: { never: 'they lie in it as files' }, personal: 'nothing' },
    file_chunks: { references: ['files'], archive: { never: 'they lie in it as files' }, personal: 'nothing' },
    remote_pictures: { archive: { never: 'what has been fetched can be fetched again' }, personal: 'nothing' },
  },
})
