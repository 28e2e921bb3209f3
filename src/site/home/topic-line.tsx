import { Link } from '#ui/router/link.tsx'
import { categoryClass } from '#features/categories/category.client.ts'
import type { Topic } from '#features/forums/topic.client.ts'
import { truncateText } from '#wording/cut-text.ts'
import { RelativeTime } from '#ui/text/time.tsx'
import { paths } from '#site/paths.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import * as styles from './community.module.css'

/** Maximum length of an excerpt. Texts of the card view are truncated by the API already. */
const SNIPPET_MAX = 80
const TRUNCATION_MARK = '...'

/** Forum topic with an excerpt and its reply count. */
export function TopicLine({ topic }: { topic: Topic }) {
  const { nounFor } = useWording()
  const excerpt = topic.content.endsWith(TRUNCATION_MARK) ? topic.content : truncateText(topic.content, SNIPPET_MAX)
  return (
    <li className={`card-link ${categoryClass(topic.categorySlug)}`}>
      <div>
        <h4>
          <Link to={paths.topic(topic.id)}>
            <NoBreakText text={topic.title} />
          </Link>
        </h4>
        <p dir="auto" className={styles.clubWords}>
          {excerpt}
        </p>
        <p className="meta">
          <span className={styles.dotTag}>{topic.categoryName}</span>
          <span dir="auto">{topic.username}</span>
          <RelativeTime date={topic.createdAt} kind="forum" />
        </p>
      </div>
      <p className={styles.replies}>
        <b className="num">{topic.replyCount}</b> {nounFor(topic.replyCount, NOUNS.reply)}
      </p>
    </li>
  )
}
