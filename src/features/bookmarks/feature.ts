/** Defines the bookmarks feature: topics, replies, articles and products that a member has saved, with notes. */
import type { Feature } from '#platform/contract/feature.ts'
import { z } from '#platform/contract/zod.ts'
import { ExportedBookmark } from './bookmark.contract.ts'
import { deleteBookmarksOfPerson, findBookmarksOfPerson } from './bookmark.queries.ts'
import { bookmarkRoutes } from './bookmark.routes.ts'

export const bookmarksFeature: Feature = {
  name: 'bookmarks',
  dependsOn: ['accounts', 'drafts', 'pages', 'users'],
  api: [{ name: 'Bookmarks', about: 'Topics, replies, articles and products that a member has saved.', routes: bookmarkRoutes }],
  erasePerson: deleteBookmarksOfPerson,
  tables: {
    bookmarks: {
      references: ['users'],
      archive: { key: ['user_id', 'kind', 'subject_id'] },
      personal: { section: 'bookmarks', shape: z.array(ExportedBookmark), find: findBookmarksOfPerson },
    },
  },
}
