/** Takes the place of a post that the viewer has just deleted, and offers to undo that. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { POST_NOUNS, restorePost } from './post-calls.ts'
import { focusPostMenu, type PostKind } from './post-menu.tsx'
import * as styles from './posts.module.css'

interface DeletedPostProps {
  kind: PostKind
  id: number
  /** Called once the post exists again, or can no longer be restored. */
  onRestored: () => void
}

export function DeletedPost({ kind, id, onRestored }: DeletedPostProps) {
  const [isBusy, setBusy] = useState(false)
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => message.current?.focus(), [])
  const undo = async () => {
    setBusy(true)
    try {
      await restorePost(kind, id)
      toast({ title: `${POST_NOUNS[kind]} restored` })
    } catch (error) {
      toast({ title: `${POST_NOUNS[kind]} not restored`, message: failureReason(error), tone: 'destructive' })
      // Another tab or a moderator was faster. Otherwise the viewer can try again.
      if (!(error instanceof ApiError) || error.status !== 404) return setBusy(false)
    }
    await waitForRefresh()
    onRestored()
    focusPostMenu(kind, id)
  }
  return (
    <div ref={message} className={styles.deleted} role="status" tabIndex={-1}>
      <p>You deleted this {kind}.</p>
      <Button variant="quiet" size="s" busy={isBusy} onClick={() => void undo()}>
        Undo
      </Button>
    </div>
  )
}
