/** Lets the asker and administrators accept a reply as the answer to a question, and withdraw that. */
import { useState } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { acceptReply, withdrawAcceptance } from '#features/forums/questions/accepted-reply.client.ts'
import { mayAcceptReply } from '#features/forums/questions/question.policy.ts'
import type { Topic } from '#features/forums/topic.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from './answer.module.css'

/** Renders a toggle button next to the votes of a reply. Renders nothing for other viewers, and on the server. */
export function AcceptReply({ topic, replyId }: { topic: Topic; replyId: number }) {
  const user = useSignedIn()
  if (!mayAcceptReply(user && { ...user, isAdmin: user.isAdmin === true }, topic) || user?.isRestricted) return null
  return <AcceptButton topic={topic} replyId={replyId} />
}

function AcceptButton({ topic, replyId }: { topic: Topic; replyId: number }) {
  const isAccepted = topic.acceptedReplyId === replyId
  const [isBusy, setBusy] = useState(false)
  const toggle = async () => {
    setBusy(true)
    try {
      await (isAccepted ? withdrawAcceptance(topic.id) : acceptReply(topic.id, replyId))
      await waitForRefresh()
      toast({ title: isAccepted ? 'This is no longer the accepted answer' : 'Accepted as the answer' })
    } catch (error) {
      toast({ title: 'The change could not be saved', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="quiet" size="s" className={styles.accept} aria-pressed={isAccepted} busy={isBusy} onClick={() => void toggle()}>
      <Icon name="check" />
      Accept<span className="visuallyHidden"> this reply as the answer</span>
    </Button>
  )
}
