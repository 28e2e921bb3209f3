/** New-topic button in the forum's header, and the notice for viewers who must not post. */
import type { Ref } from 'react'
import { PostingDenied, useMayPost } from '#site/account/posting-gate.tsx'
import { useIsSessionKnown } from '#features/accounts/sessions/signed-in.client.ts'
import { useSite } from '#site/shell/use-site.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import * as styles from './forum.module.css'

/** Id of the form that the button opens. */
export const NEW_TOPIC_FORM_ID = 'new-topic'

/** Values of `data-for` that reserve space until the session is known; undefined afterwards. Avoids layout shifts. */
function useReservedAudience(): { poster: string; other: string } | undefined {
  const { features } = useSite()
  if (useIsSessionKnown()) return undefined
  return features.userAccounts ? { poster: 'member', other: 'visitor' } : { poster: 'admin', other: 'not-admin' }
}

interface StartTopicProps {
  toggle?: Ref<HTMLButtonElement>
  open?: boolean
  onToggle?: (isOpen: boolean) => void
}

export function NewTopicButton({ toggle, open = false, onToggle }: StartTopicProps) {
  const isMounted = useMounted()
  const mayPost = useMayPost()
  const audience = useReservedAudience()
  if (!mayPost && !audience) return null
  const isUsable = isMounted && mayPost
  return (
    <p data-part="head-links" data-for={mayPost ? undefined : audience?.poster}>
      <Button
        ref={toggle}
        disabled={!isUsable}
        data-waiting={!isUsable || undefined}
        aria-expanded={open}
        aria-controls={NEW_TOPIC_FORM_ID}
        onClick={() => onToggle?.(!open)}
      >
        <Icon name="plus" />
        Start New Topic
      </Button>
      <LateNotice what="Starting a topic" />
    </p>
  )
}

/** Explains why the viewer must not post; nothing for viewers who may. */
export function ForumPostingDenied() {
  const mayPost = useMayPost()
  const audience = useReservedAudience()
  if (mayPost) return null
  return (
    <div className={styles.forumClosed} data-for={audience?.other}>
      <PostingDenied to="to start a topic" />
    </div>
  )
}
