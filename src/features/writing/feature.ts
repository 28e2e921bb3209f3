/** Defines the writing feature: the field in which members write, with its preview, pictures and mentions. */
import type { Feature } from '#platform/contract/feature.ts'
import { z } from '#platform/contract/zod.ts'
import { ExportedPostPicture } from './personal-data.contract.ts'
import { deletePicturesOfPerson, findPictureNames, findPicturesOfPerson, findWithheldNames } from './pictures/post-picture.queries.ts'
import { removeUnsentPictures, restorePicture } from './pictures/post-picture.service.ts'
import { UNSENT_PICTURE_HOURS } from './writing-limits.policy.ts'
import { writingRoutes } from './writing.routes.ts'

export const writingFeature: Feature = {
  name: 'writing',
  dependsOn: ['notices', 'pages', 'trash', 'uploads', 'users'],
  api: [{ name: 'Writing', about: 'Preview, pictures and mentions of posts.', routes: writingRoutes }],
  jobs: [
    {
      name: 'remove unsent pictures',
      everySeconds: 3600,
      watchedTables: ['post_pictures'],
      run: (ctx) => removeUnsentPictures(ctx),
      retention: {
        table: 'post_pictures',
        what: 'Pictures that were uploaded for a post and not sent',
        after: `${UNSENT_PICTURE_HOURS} hours after the upload`,
      },
    },
  ],
  pictureNames: findPictureNames,
  withheldPictureNames: findWithheldNames,
  erasePerson: deletePicturesOfPerson,
  trash: { post_picture: { restore: restorePicture } },
  tables: {
    post_pictures: {
      references: ['replies', 'topics', 'users'],
      archive: { key: ['id'] },
      personal: { section: 'postPictures', shape: z.array(ExportedPostPicture), find: findPicturesOfPerson },
    },
  },
}
