/** The way to a new topic at the head of the forum, and what stands in its place for whoever may not post. */
import type { Ref } from 'react'
import { PostingDenied, useMayPost } from '#site/account/posting-gate.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import * as styles from './forum.module.css'

/** The id of the form that the button opens. */
export const NEW_TOPIC_FORM = 'new-topic'

interface StartTopicProps {
  toggle?: Ref<HTMLButtonElement>
  open?: boolean
  onTurn?: (next: boolean) => void
}

export function StartTopic({ toggle, open = false, onTurn }: StartTopicProps) {
  const hydrated = useMounted()
  if (!useMayPost()) return null
  return (
    <p data-part="head-links">
      <Button
        ref={toggle}
        disabled={!hydrated}
        data-waiting={!hydrated || undefined}
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
  if (useMayPost()) return null
  return (
    <div className={styles.forumClosed}>
      <PostingDenied to="to start a topic" />
    </div>
  )
}
