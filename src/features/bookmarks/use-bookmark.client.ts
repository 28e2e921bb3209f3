import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import { failureReason } from '#platform/client/api.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { bookmarksOnPageQuery, removeBookmark, saveBookmark, type Bookmark, type BookmarkPage } from './bookmark.client.ts'
import type { BookmarkKind } from './bookmark-limits.policy.ts'

export interface BookmarksOnPage {
  page: BookmarkPage
  /** Whether the viewer is signed in. */
  isMember: boolean
}

export const BookmarksContext = createContext<BookmarksOnPage | undefined>(undefined)

/**
 * Reads and changes the viewer's bookmark of a thing on the page; must be inside `OwnBookmarks`. All hooks of a page share one request.
 * @returns `isAvailable`: whether the viewer can bookmark, which is false for visitors and while the bookmarks load
 */
export function useBookmark(kind: BookmarkKind, id: number) {
  const queryClient = useQueryClient()
  const context = use(BookmarksContext)
  const [isBusy, setBusy] = useState(false)
  const [isNoteOpen, setNoteOpen] = useState(false)
  const query = bookmarksOnPageQuery(context?.page ?? { topicId: 0 })
  const bookmarks = useQuery({ ...query, enabled: context?.isMember === true }).data
  const bookmark = bookmarks?.items.find((item) => item.kind === kind && item.id === id)

  const show = (changed: Bookmark | undefined) =>
    queryClient.setQueryData(query.queryKey, (list) => {
      const others = (list?.items ?? []).filter((item) => item.kind !== kind || item.id !== id)
      const items = changed ? [changed, ...others] : others
      return { items, total: items.length }
    })
  const run = async (change: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    try {
      await change()
    } catch (error) {
      toast({ title: 'The bookmark could not be saved', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  const add = (note?: string) =>
    run(async () => {
      show(await saveBookmark({ kind, id, note }))
      toast({ title: 'Bookmarked', ...(note ? {} : { action: { label: 'Add a note', run: () => setNoteOpen(true) } }) })
    })
  const remove = ({ note }: Bookmark) =>
    run(async () => {
      await removeBookmark(kind, id)
      show(undefined)
      toast({ title: 'Bookmark removed', action: { label: 'Undo', run: () => void add(note) } })
    })
  return {
    isAvailable: bookmarks !== undefined,
    bookmark,
    isBusy,
    toggle: () => void (bookmark ? remove(bookmark) : add()),
    isNoteOpen,
    setNoteOpen,
    /** Shows a bookmark whose note was changed. */
    show,
  }
}
