import { route } from '#platform/contract/route.ts'
import { listBookmarksEndpoint, removeBookmarkEndpoint, saveBookmarkEndpoint } from './bookmark.contract.ts'
import { listBookmarks, removeBookmark, saveBookmark } from './bookmark.service.ts'

export const bookmarkRoutes = [
  route(listBookmarksEndpoint, (ctx, { query }) => listBookmarks(ctx, query)),
  route(saveBookmarkEndpoint, (ctx, { body }) => saveBookmark(ctx, body)),
  route(removeBookmarkEndpoint, (ctx, { query }) => removeBookmark(ctx, query)),
]
