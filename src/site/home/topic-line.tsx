import { Link } from '#ui/router/link.tsx'
import { categoryClass } from '#features/categories/category.client.ts'
import type { Topic } from '#features/forums/topic.client.ts'
import { truncateText } from '#wording/cut-text.ts'
import { RelativeTime } from '#ui/text/time.tsx'
import { paths } from '#site/paths.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './community.module.css'

const MAX_SNIPPET_LENGTH = 80
/** End of a text that the API has truncated already. */
const TRUNCATION_MARK = '...'

/** Shows a topic with the beginning of its text and the number of replies. */
export function TopicLine({ topic }: { topic: Topic }) {
  const { nounFor } = useWording()
  const snippet = topic.content.endsWith(TRUNCATION_MARK) ? topic.content : truncateText(topic.content, MAX_SNIPPET_LENGTH)
  return (
    <li className={`card-link ${categoryClass(topic.categorySlug)}`}>
      <div>
        <h4>
          <Link to={paths.topic(topic.id)}>
            <NoBreakText text={topic.title} />
          </Link>
        </h4>
        <p dir="auto" className={styles.clubWords}>
          {snippet}
        </p>
        <p className="meta">
          <span className={styles.dotTag}>{topic.categoryName}</span>
          <span dir="auto">{topic.username}</span>
          {topic.isDemo && <DemoChip />}
          <RelativeTime date={topic.createdAt} kind="forum" />
        </p>
      </div>
      <p className={styles.replies}>
        <b className="num">{topic.replyCount}</b> {nounFor(topic.replyCount, NOUNS.reply)}
      </p>
    </li>
  )
}
