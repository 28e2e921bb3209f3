/** Lists the member's bookmarks: search, notes, and removal with undo. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { BOOKMARKS_PER_PAGE, bookmarksQuery, removeBookmark, saveBookmark, type Bookmark } from '#features/bookmarks/bookmark.client.ts'
import type { BookmarkKind } from '#features/bookmarks/bookmark-limits.policy.ts'
import { NoteForm } from '#features/bookmarks/note-form.tsx'
import { failureReason } from '#platform/client/api.client.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { SearchInput } from '#site/filters/search-input.tsx'
import { parsePage } from '#site/page-number.ts'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { useSearchInput } from '#ui/forms/use-search-input.ts'
import { Pager } from '#ui/lists/pager.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { Link } from '#ui/router/link.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { limitText } from '#wording/cut-text.ts'
import { OwnList } from './own-list.tsx'
import * as styles from './own.module.css'

const KIND_LABELS: Record<BookmarkKind, string> = { topic: 'Topic', reply: 'Reply', article: 'Article', product: 'Product' }

export default function OwnBookmarks({ userId }: { userId: number }) {
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const page = parsePage(searchParams)
  const search = limitText(searchParams.get('search')?.trim() ?? '', SEARCH_MAX) || undefined
  const bookmarks = useQuery({ ...bookmarksQuery({ search, page }), placeholderData: keepPreviousData })
  const pathFor = (change: { search?: string | undefined; page?: number }) => paths.user(userId, 'bookmarks', change)
  const searchFor = (words: string) => void navigate(pathFor({ search: words || undefined }), { replace: true, preventScrollReset: true })
  const { text, setText, flush } = useSearchInput(search ?? '', searchFor)
  const hasSearch = search !== undefined || (bookmarks.data?.total ?? 0) > 0
  return (
    <>
      {hasSearch && (
        <form
          role="search"
          aria-label="Bookmarks"
          className={styles.search}
          onSubmit={(event) => {
            event.preventDefault()
            searchFor(flush())
          }}
        >
          <SearchInput label="Search your bookmarks" placeholder="A word in the title or note" value={text} onChange={setText} />
        </form>
      )}
      <OwnList
        query={bookmarks}
        subject="bookmarks"
        empty={
          search !== undefined ? (
            <EmptyState level={3} title={`No bookmarks with “${search}”`} text="Try another word." />
          ) : page > 1 ? (
            <EmptyState
              level={3}
              title="There is nothing on this page"
              action={<ButtonLink to={pathFor({})}>Go to the first page</ButtonLink>}
            />
          ) : (
            <EmptyState
              level={3}
              title="You have no bookmarks yet"
              text="Choose “Bookmark” on a topic, reply, article or product to find it here."
              action={<ButtonLink to={paths.home()}>Look around</ButtonLink>}
            />
          )
        }
      >
        {(items) => items.map((bookmark) => <BookmarkRow key={`${bookmark.kind} ${bookmark.id}`} bookmark={bookmark} />)}
      </OwnList>
      <Pager
        page={page}
        pages={Math.ceil((bookmarks.data?.total ?? 0) / BOOKMARKS_PER_PAGE)}
        hrefFor={(number) => pathFor({ search, page: number })}
        label="Pages of bookmarks"
      />
    </>
  )
}

function BookmarkRow({ bookmark }: { bookmark: Bookmark }) {
  const { kind, id, note, createdAt, subject } = bookmark
  const [isEditing, setEditing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await removeBookmark(kind, id)
      toast({ title: 'Bookmark removed', action: { label: 'Undo', run: () => void undoRemoval(bookmark) } })
    } catch (error) {
      toast({ title: 'The bookmark could not be removed', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  const title = subject?.title ?? `${KIND_LABELS[kind]} that is no longer available`
  return (
    <li>
      <div>
        <h3 className={subject ? undefined : styles.gone}>
          {subject ? (
            <Link to={subject.path}>
              <NoBreakText text={subject.title} />
            </Link>
          ) : (
            title
          )}
        </h3>
        {subject?.excerpt && (
          <p dir="auto" className={styles.words}>
            {subject.excerpt}
          </p>
        )}
        {note && !isEditing && (
          <p dir="auto" className={styles.note}>
            <span className="visuallyHidden">Your note: </span>
            {note}
          </p>
        )}
        <p className="meta">
          <span>{KIND_LABELS[kind]}</span>
          {subject?.isDemo && <DemoChip />}
          <RelativeTime date={createdAt} kind="forum" />
        </p>
      </div>
      <p className={styles.itemActions}>
        {!isEditing && (
          <Button variant="quiet" size="s" onClick={() => setEditing(true)}>
            {note ? 'Edit note' : 'Add a note'}
            <span className="visuallyHidden"> {title}</span>
          </Button>
        )}
        <Button variant="quiet" size="s" busy={isBusy} onClick={() => void remove()}>
          Remove<span className="visuallyHidden"> {title}</span>
        </Button>
      </p>
      {isEditing && (
        <div className={styles.form}>
          <NoteForm
            bookmark={bookmark}
            onSaved={() => {
              setEditing(false)
              toast({ title: 'Note saved' })
            }}
            onCancel={() => setEditing(false)}
          />
        </div>
      )}
    </li>
  )
}

/** Restores a removed bookmark with its note. What is no longer available cannot be bookmarked again. */
async function undoRemoval({ kind, id, note }: Bookmark): Promise<void> {
  try {
    await saveBookmark({ kind, id, note })
  } catch (error) {
    toast({ title: 'The bookmark could not be restored', message: failureReason(error), tone: 'destructive' })
  }
}
