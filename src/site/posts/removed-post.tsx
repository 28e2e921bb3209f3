/** Takes the place of a post that the viewer has just deleted or hidden, and offers to undo that. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { POST_NOUNS } from './post-calls.ts'
import { focusPostMenu } from './post-menu.tsx'
import type { PostKind, Removal } from './post-menu-props.ts'
import * as styles from './posts.module.css'

interface RemovedPostProps {
  kind: PostKind
  id: number
  removal: Removal
  /** Called once the post exists again, or can no longer be restored. */
  onRestored: () => void
}

export function RemovedPost({ kind, id, removal: { message, restore }, onRestored }: RemovedPostProps) {
  const [isBusy, setBusy] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const undo = async () => {
    setBusy(true)
    try {
      await restore()
      toast({ title: `${POST_NOUNS[kind]} restored` })
    } catch (error) {
      toast({ title: `${POST_NOUNS[kind]} not restored`, message: failureReason(error), tone: 'destructive' })
      // 404: another tab or a moderator has already restored or purged the post. After other errors the viewer can try again.
      if (!(error instanceof ApiError) || error.status !== 404) return setBusy(false)
    }
    await waitForRefresh()
    focusPostMenu(kind, id)
    onRestored()
  }
  return (
    <div ref={box} className={styles.removed} role="status" tabIndex={-1}>
      <p>{message}</p>
      <Button variant="quiet" size="s" busy={isBusy} onClick={() => void undo()}>
        Undo
      </Button>
    </div>
  )
}
