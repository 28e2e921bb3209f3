import { foldText } from '#db/search/search-index.ts'
import { lockRowColumns } from '#db/lock-row.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type ListResult } from '#platform/contract/endpoint.ts'
import { conflict, notFound, unauthorized } from '#platform/contract/errors.ts'
import { MAX_BOOKMARKS, type BookmarkKind } from './bookmark-limits.policy.ts'
import { addSubjects } from './bookmark-subject.service.ts'
import type { Bookmark, BookmarkListQuery, NewBookmark } from './bookmark.contract.ts'
import * as queries from './bookmark.queries.ts'

const getViewerId = ({ viewer }: Context): number => {
  if (!viewer) throw unauthorized()
  return viewer.id
}

export async function listBookmarks(ctx: Context, query: BookmarkListQuery): Promise<ListResult<Bookmark>> {
  const rows = await queries.listBookmarkRows(ctx, getViewerId(ctx), toFilter(query))
  const { offset, limit } = toOffsetLimit(query)
  if (query.search === undefined) return { items: await addSubjects(ctx, rows.slice(offset, offset + limit)), total: rows.length }
  // A member has few bookmarks, so that those with the words are found by reading all.
  const words = foldText(query.search).split(/\s+/)
  const matches = (await addSubjects(ctx, rows)).filter(({ note, subject }) => {
    const text = foldText(subject?.title, subject?.excerpt, note)
    return words.every((word) => text.includes(word))
  })
  return { items: matches.slice(offset, offset + limit), total: matches.length }
}

function toFilter({ kind, topicId, articleId, productId }: BookmarkListQuery): queries.BookmarkFilter {
  if (topicId !== undefined) return { kind, topicId }
  if (articleId !== undefined) return { kind: 'article', id: articleId }
  return productId === undefined ? { kind } : { kind: 'product', id: productId }
}

/**
 * Stores a bookmark, or changes the note of an existing one, whose page may no longer be available.
 * @throws AppError 404 if the page of a new bookmark is not available, 409 `bookmark.limit` if the member has too many
 */
export async function saveBookmark(ctx: Context, { kind, id, note }: NewBookmark): Promise<Bookmark> {
  const userId = getViewerId(ctx)
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRowColumns(db, 'users', userId)
    const existing = await queries.findBookmark(trxCtx, userId, kind, id)
    const row = existing
      ? { ...existing, note: note ?? existing.note }
      : { kind, id, note: note ?? '', createdAt: new Date().toISOString() }
    const [bookmark] = await addSubjects(trxCtx, [row])
    if (!bookmark || (!existing && bookmark.subject === null)) throw notFound(kind)
    if (!existing && (await queries.countBookmarks(trxCtx, userId)) >= MAX_BOOKMARKS)
      throw conflict('bookmark.limit', `You have ${MAX_BOOKMARKS} bookmarks, which is the most. Remove one first.`)
    await queries.upsertBookmark(trxCtx, userId, row)
    return bookmark
  })
}

export async function removeBookmark(ctx: Context, { kind, id }: { kind: BookmarkKind; id: number }) {
  await queries.deleteBookmark(ctx, getViewerId(ctx), kind, id)
  return { kind, id }
}
