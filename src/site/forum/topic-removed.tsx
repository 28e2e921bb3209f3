/** Takes the place of a topic that the viewer has just deleted or hidden. */
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import type { Topic } from '#features/forums/topic.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import type { Removal } from '#site/posts/post-menu-props.ts'
import { RemovedPost } from '#site/posts/removed-post.tsx'
import { Link } from '#ui/router/link.tsx'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import * as styles from './topic.module.css'

interface TopicRemovedProps {
  topic: Topic
  removal: Removal
  onRestored: () => void
}

export function TopicRemoved({ topic, removal, onRestored }: TopicRemovedProps) {
  const isOwn = useSignedIn()?.id === topic.userId
  return (
    <div className={`container ${styles.topicRemoved}`}>
      <PageMeta title={topic.title} noIndex />
      <h1>
        <NoBreakText text={topic.title} />
      </h1>
      <RemovedPost kind="topic" id={topic.id} removal={removal} onRestored={onRestored} />
      {isOwn && <p>You can restore it for 24 hours, also on your account page under “Your data”.</p>}
      <Link className="more" to={paths.forum()}>
        All topics
      </Link>
    </div>
  )
}
