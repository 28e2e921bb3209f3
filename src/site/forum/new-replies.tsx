/** Button that says how many replies have arrived since the list was loaded. It covers the page's margin, so that nothing moves. */
import { useEffect, useState } from 'react'
import { removeShownReplies, useNewReplies } from '#features/live/new-replies.client.ts'
import type { Reply } from '#features/forums/topic.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as styles from './topic.module.css'

/** Time in which the replies of a burst arrive, so that screen readers announce them once. The viewer's own reply is shown by then. */
const BURST_MS = 1000

interface NewRepliesButtonProps {
  topicId: number
  /** The replies on this page; undefined until they are loaded. */
  shown: readonly Reply[] | undefined
  /** Number of replies to the topic when the list was loaded. */
  total: number
  busy: boolean
  onShow: () => void
}

export function NewRepliesButton({ topicId, shown, total, busy, onShow }: NewRepliesButtonProps) {
  const { count } = useWording()
  const { ids, replyCount = 0 } = useNewReplies(topicId)
  useEffect(() => {
    if (shown) removeShownReplies(topicId, shown, total)
  }, [topicId, shown, total, ids, replyCount])
  const unseen = ids.size === 0 ? 0 : [...ids].filter((id) => !shown?.some((reply) => reply.id === id)).length
  const arrived = Math.max(unseen, replyCount - total, 0)
  const announced = Math.min(useAfterBurst(arrived), arrived)
  return (
    <div className={`${styles.newReplies} no-print`} role="status">
      {announced > 0 && (
        <Button size="s" busy={busy} onClick={onShow}>
          {`${count(announced, NOUNS.newReply)}, show`}
        </Button>
      )}
    </div>
  )
}

/** Returns the value once it has not changed for `BURST_MS`. */
function useAfterBurst(value: number): number {
  const [settled, setSettled] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), BURST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
