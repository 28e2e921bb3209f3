import { Notice } from '#ui/states/notice.tsx'

/** Explains that a guest's post waits for approval. */
export function WaitingPostNotice({ what }: { what: 'topic' | 'reply' }) {
  return (
    <Notice title={`Your ${what} is waiting for approval`}>
      A moderator checks posts with links before they appear on the site. Your {what} will appear after that.
    </Notice>
  )
}
