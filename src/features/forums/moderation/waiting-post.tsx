import { Notice } from '#ui/states/notice.tsx'

/** Explains that a guest's post waits for approval. */
export function WaitingPostNotice({ what }: { what: 'topic' | 'reply' }) {
  return (
    <Notice title={`Your ${what} waits for a moderator`}>
      Posts with links wait until a moderator has looked at them. Your {what} appears after that.
    </Notice>
  )
}
