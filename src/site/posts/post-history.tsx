/** Dialog with the versions of a post, newest first, and what each edit has changed. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { postHistoryQuery, type PostVersion } from '#features/forums/own-posts/own-post.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { TextDiff } from './text-diff.tsx'
import * as styles from './posts.module.css'

interface PostHistoryProps {
  kind: 'topic' | 'reply'
  id: number
  onClose: () => void
}

export default function PostHistory({ kind, id, onClose }: PostHistoryProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Edit history"
      description={`Versions of this ${kind}, newest first.`}
    >
      <Versions kind={kind} id={id} />
    </Dialog>
  )
}

function Versions({ kind, id }: Pick<PostHistoryProps, 'kind' | 'id'>) {
  const [isComparing, setComparing] = useState(true)
  const history = useQuery({ ...postHistoryQuery(kind, id), refetchOnMount: 'always' })
  if (history.isPending) {
    return (
      <div role="status">
        <span className="visuallyHidden">Loading the history</span>
        <Skeleton className={styles.historyWaiting} />
      </div>
    )
  }
  if (history.isError) {
    return (
      <ErrorState
        level={3}
        title="The history could not be loaded"
        text={failureReason(history.error)}
        action={
          <Button busy={history.isFetching} onClick={() => void history.refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  const { items } = history.data
  return (
    <>
      <label className={styles.historyChoice}>
        <input type="checkbox" checked={isComparing} onChange={({ target }) => setComparing(target.checked)} />
        Show changes
      </label>
      {isComparing && (
        <p className="hint">
          <ins className={styles.inserted}>Added text</ins> is underlined, <del className={styles.deleted}>removed text</del> is struck
          through.
        </p>
      )}
      <ol className={styles.history} reversed>
        {items.map((version, index) => (
          <li key={`${version.createdAt} ${items.length - index}`}>
            <Version version={version} previous={items[index + 1]} isCurrent={index === 0} isComparing={isComparing} />
          </li>
        ))}
      </ol>
    </>
  )
}

interface VersionProps {
  version: PostVersion
  /** The version before; undefined for the original. */
  previous: PostVersion | undefined
  isCurrent: boolean
  isComparing: boolean
}

function Version({ version: { createdAt, title, content, by }, previous, isCurrent, isComparing }: VersionProps) {
  const isOriginal = previous === undefined
  const show = (before: string | null | undefined, after: string) =>
    isComparing && before ? <TextDiff before={before} after={after} /> : after
  return (
    <>
      <p className={styles.versionBy}>
        <b>{isOriginal ? 'Original' : `Edited by ${by === 'moderator' ? 'a moderator' : 'the author'}`}</b>
        {isCurrent && ' (current version)'} <ShortTime date={createdAt} />
      </p>
      {title !== null && title !== previous?.title && (
        <p dir="auto" className={styles.versionTitle}>
          {show(previous?.title, title)}
        </p>
      )}
      <p dir="auto" className={styles.versionText}>
        {show(previous?.content, content)}
      </p>
    </>
  )
}
