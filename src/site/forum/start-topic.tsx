/** The way to a new topic at the head of the forum, and what stands in its place for whoever may not post. */
import type { Ref } from 'react'
import { PostingDenied, useMayPost } from '#site/account/posting-gate.tsx'
import { useIsSessionKnown } from '#features/accounts/sessions/signed-in.client.ts'
import { useSite } from '#site/shell/use-site.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import * as styles from './forum.module.css'

/** The id of the form that the button opens. */
export const NEW_TOPIC_FORM = 'new-topic'

/** Who may post where visitors may not, until the session is known: so that nothing moves when it is. */
function usePossiblePoster(): { yes: string; no: string } | undefined {
  const { features } = useSite()
  if (useIsSessionKnown()) return undefined
  return features.userAccounts ? { yes: 'member', no: 'visitor' } : { yes: 'admin', no: 'not-admin' }
}

interface StartTopicProps {
  toggle?: Ref<HTMLButtonElement>
  open?: boolean
  onTurn?: (next: boolean) => void
}

export function StartTopic({ toggle, open = false, onTurn }: StartTopicProps) {
  const hydrated = useMounted()
  const mayPost = useMayPost()
  const poster = usePossiblePoster()
  if (!mayPost && !poster) return null
  const isUsable = hydrated && mayPost
  return (
    <p data-part="head-links" data-for={mayPost ? undefined : poster?.yes}>
      <Button
        ref={toggle}
        disabled={!isUsable}
        data-waiting={!isUsable || undefined}
        aria-expanded={open}
        aria-controls={NEW_TOPIC_FORM}
        onClick={() => onTurn?.(!open)}
      >
        <Icon name="plus" />
        Start New Topic
      </Button>
      <LateNotice what="Starting a topic" />
    </p>
  )
}

/** Whoever may not post reads why at once, without opening a form. */
export function ForumClosed() {
  const mayPost = useMayPost()
  const poster = usePossiblePoster()
  if (mayPost) return null
  return (
    <div className={styles.forumClosed} data-for={poster?.no}>
      <PostingDenied to="to start a topic" />
    </div>
  )
}
