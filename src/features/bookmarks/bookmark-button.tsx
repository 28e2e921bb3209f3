/** Button that saves a page, or removes it from the bookmarks. The dialog for the note is loaded on first use. */
import { lazy, Suspense } from 'react'
import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import type { BookmarkKind } from './bookmark-limits.policy.ts'
import { useBookmark } from './use-bookmark.client.ts'
import * as styles from './bookmark-button.module.css'

const NoteDialog = lazy(() => import('./note-dialog.tsx'))

interface BookmarkButtonProps {
  kind: BookmarkKind
  id: number
  size?: 's' | undefined
  className?: string | undefined
  /** False where the button moves nothing when it appears, so that pages with many of them stay small. */
  isSpaceReserved?: boolean | undefined
}

/** Renders nothing for visitors; must be inside `OwnBookmarks`. Until the session is known, members get its space. */
export function BookmarkButton({ isSpaceReserved = true, ...props }: BookmarkButtonProps) {
  const isMember = useSignedIn() !== null
  if (useIsSessionKnown() ? !isMember : !isSpaceReserved) return null
  return <MemberBookmarkButton {...props} />
}

function MemberBookmarkButton({ kind, id, size, className }: Omit<BookmarkButtonProps, 'isSpaceReserved'>) {
  const isSessionKnown = useIsSessionKnown()
  const { isAvailable, bookmark, isBusy, toggle, isNoteOpen, setNoteOpen, show } = useBookmark(kind, id)
  const isBookmarked = bookmark !== undefined
  return (
    <>
      <Button
        variant="quiet"
        size={size}
        className={joinClasses(styles.bookmark, className)}
        aria-pressed={isBookmarked}
        data-for={isSessionKnown ? undefined : 'member'}
        disabled={!isAvailable}
        busy={isBusy}
        onClick={toggle}
      >
        {!isBusy && <Icon name="bookmark" />}
        {isBookmarked ? 'Bookmarked' : 'Bookmark'}
      </Button>
      {isNoteOpen && bookmark && (
        <Suspense fallback={null}>
          <NoteDialog bookmark={bookmark} onSaved={show} onClose={() => setNoteOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
