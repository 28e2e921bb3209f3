/** New-topic button in the opening of the forum page, and the notice for viewers who may not post. */
import type { Ref } from 'react'
import { PostingDenied, useMayPost } from '#site/account/posting-gate.tsx'
import { useIsSessionKnown } from '#features/accounts/sessions/signed-in.client.ts'
import { useSite } from '#site/shell/use-site.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import * as styles from './forum.module.css'

/** Element id of the section with the new-topic form. The button opens and closes it. */
export const NEW_TOPIC_FORM_ID = 'new-topic'

/**
 * Returns the `data-for` values for the button (`canPost`) and for the notice (`cannotPost`). Until the session is known, `public/start.js`
 * and CSS use them to show one of the two, so that nothing moves afterwards. Returns undefined once the session is known.
 */
function useExpectedAudience(): { canPost: string; cannotPost: string } | undefined {
  const { features } = useSite()
  if (useIsSessionKnown()) return undefined
  return features.userAccounts ? { canPost: 'member', cannotPost: 'visitor' } : { canPost: 'admin', cannotPost: 'not-admin' }
}

interface NewTopicButtonProps {
  buttonRef?: Ref<HTMLButtonElement>
  isFormOpen?: boolean
  onToggle?: (shouldOpen: boolean) => void
}

export function NewTopicButton({ buttonRef, isFormOpen = false, onToggle }: NewTopicButtonProps) {
  const isMounted = useMounted()
  const mayPost = useMayPost()
  const audience = useExpectedAudience()
  if (!mayPost && !audience) return null
  const isUsable = isMounted && mayPost
  return (
    <p data-part="head-links" data-for={mayPost ? undefined : audience?.canPost}>
      <Button
        ref={buttonRef}
        disabled={!isUsable}
        data-waiting={!isUsable || undefined}
        aria-expanded={isFormOpen}
        aria-controls={NEW_TOPIC_FORM_ID}
        onClick={() => onToggle?.(!isFormOpen)}
      >
        <Icon name="plus" />
        Start New Topic
      </Button>
      <LateNotice what="Starting a topic" />
    </p>
  )
}

/** Explains why the viewer may not post. Renders nothing for viewers who may post. */
export function ForumPostingDenied() {
  const mayPost = useMayPost()
  const audience = useExpectedAudience()
  if (mayPost) return null
  return (
    <div className={styles.forumClosed} data-for={audience?.cannotPost}>
      <PostingDenied purpose="to start a topic" />
    </div>
  )
}
