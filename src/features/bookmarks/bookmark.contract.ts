/** Contract of a member's bookmarks. Only the member can read them. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody, Paging, SearchTerm } from '#platform/contract/endpoint.ts'
import { BOOKMARK_KINDS, BOOKMARK_NOTE_MAX } from './bookmark-limits.policy.ts'

export const BookmarkKind = z.enum(BOOKMARK_KINDS)

export const Bookmark = z.object({
  kind: BookmarkKind,
  /** Id of the topic, reply, article or product. */
  id: z.number(),
  note: z.string(),
  createdAt: z.string(),
  /** Null if the page is no longer available: it was hidden, deleted or switched off. */
  subject: z.object({ title: z.string(), path: z.string(), excerpt: z.string(), isDemo: z.boolean() }).nullable(),
})
export type Bookmark = z.infer<typeof Bookmark>

export const NewBookmark = z.object({
  kind: BookmarkKind,
  id: idInBody(),
  note: z.string().trim().max(BOOKMARK_NOTE_MAX, `A note may have at most ${BOOKMARK_NOTE_MAX} characters.`).optional(),
})
export type NewBookmark = z.infer<typeof NewBookmark>

export const BookmarkListQuery = Paging.extend({
  search: SearchTerm,
  kind: BookmarkKind.optional(),
  topicId: Id.optional(),
  articleId: Id.optional(),
  productId: Id.optional(),
})
export type BookmarkListQuery = z.infer<typeof BookmarkListQuery>

const memberOptions = { access: 'member', feature: 'userAccounts' } as const
export const listBookmarksEndpoint = endpoint('GET /api/me/bookmarks', {
  ...memberOptions,
  summary:
    'List your bookmarks, newest first. `search` finds words in titles and notes. `topicId` selects a topic with its replies; `articleId` and `productId` select one bookmark.',
  query: BookmarkListQuery,
  response: z.array(Bookmark),
  list: true,
})
export const saveBookmarkEndpoint = endpoint('POST /api/me/bookmarks', {
  ...memberOptions,
  summary: 'Bookmark a topic, reply, article or product, or change the note of a bookmark. Without `note`, the note stays.',
  body: NewBookmark,
  response: Bookmark,
  status: 200,
  extraStatuses: [409],
  rateLimit: { max: 120, minutes: 10 },
})
export const removeBookmarkEndpoint = endpoint('DELETE /api/me/bookmarks', {
  ...memberOptions,
  summary: 'Remove a bookmark. Idempotent.',
  query: z.object({ kind: BookmarkKind, id: Id }),
  response: z.object({ kind: BookmarkKind, id: z.number() }),
  isQuotaExempt: true,
})

/** Shape of a bookmark in the personal-data export. */
export const ExportedBookmark = z.object({ kind: z.string(), id: z.number(), note: z.string(), createdAt: z.string() })
