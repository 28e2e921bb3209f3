import { WAITING_REASONS, type WaitingReasonCode } from '#features/trust/waiting-reason.policy.ts'
import { Notice } from '#ui/states/notice.tsx'

interface WaitingPostNoticeProps {
  what: 'topic' | 'reply'
  /** Reasons in the response of the server. */
  waitingFor: readonly WaitingReasonCode[] | undefined
}

/** Explains to its author why a post waits for approval. */
export function WaitingPostNotice({ what, waitingFor = [] }: WaitingPostNoticeProps) {
  return (
    <Notice title={`Your ${what} is waiting for approval`}>
      {waitingFor.map((code) => WAITING_REASONS[code].text).join(' ')} A moderator will check your {what}, and it appears after that.
      Nothing that you wrote is lost.
    </Notice>
  )
}
