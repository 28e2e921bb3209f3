import type { ReactNode } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import type { BookmarkPage } from './bookmark.client.ts'
import { BookmarksContext } from './use-bookmark.client.ts'

/** Provides the bookmark buttons of a page with the viewer's bookmarks, which are loaded in one request. */
export function OwnBookmarks({ on: page, children }: { on: BookmarkPage; children: ReactNode }) {
  const isMember = useSignedIn() !== null
  return <BookmarksContext value={{ page, isMember }}>{children}</BookmarksContext>
}
