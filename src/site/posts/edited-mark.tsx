/** Says when a post was edited, with a button that opens its history. */
import { lazy, Suspense, useState } from 'react'
import { RelativeTime } from '#ui/text/time.tsx'
import * as styles from './posts.module.css'

const PostHistory = lazy(() => import('./post-history.tsx'))

interface EditedMarkProps {
  kind: 'topic' | 'reply'
  id: number
  authorName: string
  editedAt: string
}

export function EditedMark({ kind, id, authorName, editedAt }: EditedMarkProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.edited} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Edited: <RelativeTime date={editedAt} kind="forum" />
        <span className="visuallyHidden">
          , show the history of the {kind} by {authorName}
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <PostHistory kind={kind} id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
