import { api, apiQuery } from '#platform/client/api.client.ts'
import type { BookmarkKind } from './bookmark-limits.policy.ts'

export type { Bookmark } from './bookmark.contract.ts'

export const BOOKMARKS_PER_PAGE = 20
/** Page whose bookmarks are loaded at once: a topic with its replies, an article or a product. */
export type BookmarkPage = { topicId: number } | { articleId: number } | { productId: number }

export const bookmarksOnPageQuery = (page: BookmarkPage) => apiQuery('GET /api/me/bookmarks', { query: { ...page, perPage: 100 } })
export const bookmarksQuery = ({ search, page = 1 }: { search?: string | undefined; page?: number | undefined } = {}) =>
  apiQuery('GET /api/me/bookmarks', { query: { search, page, perPage: BOOKMARKS_PER_PAGE } })
export const saveBookmark = (bookmark: { kind: BookmarkKind; id: number; note?: string | undefined }) =>
  api('POST /api/me/bookmarks', { body: bookmark })
export const removeBookmark = (kind: BookmarkKind, id: number) => api('DELETE /api/me/bookmarks', { query: { kind, id } })
