import { Notice } from '#ui/states/notice.tsx'
import { WAITING_REASONS, type WaitingReasonCode } from './waiting-reason.policy.ts'

interface WaitingPostNoticeProps {
  what: 'topic' | 'reply' | 'review' | 'update'
  /** Reasons in the response of the server. */
  waitingFor: readonly WaitingReasonCode[] | undefined
  /** Whether the author is a member, who finds the post in the list “My topics”. */
  isListed?: boolean
}

/** Explains to its author why a post waits for approval. */
export function WaitingPostNotice({ what, waitingFor = [], isListed = false }: WaitingPostNoticeProps) {
  return (
    <Notice title={`Your ${what} is waiting for approval`}>
      {waitingFor.map((code) => WAITING_REASONS[code].text).join(' ')} A moderator will check your {what}, and it appears after that.{' '}
      {isListed ? 'Until then, you can read it in the forum under “My topics”.' : 'Nothing that you wrote is lost.'}
    </Notice>
  )
}
