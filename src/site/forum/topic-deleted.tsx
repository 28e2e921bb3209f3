/** Takes the place of a topic that its author has just deleted. */
import type { Topic } from '#features/forums/topic.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { DeletedPost } from '#site/posts/deleted-post.tsx'
import { Link } from '#ui/router/link.tsx'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import * as styles from './topic.module.css'

export function TopicDeleted({ topic, onRestored }: { topic: Topic; onRestored: () => void }) {
  return (
    <div className={`container ${styles.topicRemoved}`}>
      <PageMeta title={topic.title} noIndex />
      <h1>
        <NoBreakText text={topic.title} />
      </h1>
      <DeletedPost kind="topic" id={topic.id} onRestored={onRestored} />
      <p>You can restore it for 24 hours, also on your account page under “Your data”.</p>
      <Link className="more" to={paths.forum()}>
        All topics
      </Link>
    </div>
  )
}
