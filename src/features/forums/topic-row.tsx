import { href } from 'react-router'
import { Link } from '#ui/router/link.tsx'
import { categoryClass } from '#features/categories/category.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import type { Topic } from './topic.client.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './topic-row.module.css'

interface TopicRowProps {
  /** A topic from a list with `view=card`, whose content is cut to 80 characters. */
  topic: Topic
  headingLevel?: 2 | 3 | undefined
}

/** Renders a topic as a list item. The title is the link, and the whole row is clickable. */
export function TopicRow({ topic, headingLevel = 3 }: TopicRowProps) {
  const { count, number, nounFor } = useWording()
  const Heading = `h${headingLevel}` as const
  return (
    <li className={joinClasses(styles.topicRow, 'card-link', topic.categoryId !== null && categoryClass(topic.categorySlug))}>
      <div className={styles.topicRowText}>
        <Heading>
          <Link to={href('/forum/:id', { id: String(topic.id) })}>
            <NoBreakText text={topic.title} />
          </Link>
        </Heading>
        {topic.content && (
          <p dir="auto" className={styles.topicRowWords}>
            {topic.content}
          </p>
        )}
        <p className="meta">
          <TopicBadges topic={topic} />
          <span className={styles.topicRowCategory}>{topic.categoryName || 'Uncategorized'}</span>
          <span dir="auto">{topic.username || 'Unknown User'}</span>
          <RelativeTime date={topic.createdAt} kind="forum" />
          <span className="num">{count(topic.views, NOUNS.view)}</span>
        </p>
      </div>
      <p className={styles.topicRowReplies}>
        <b className="num">{number(topic.replyCount)}</b> {nounFor(topic.replyCount, NOUNS.reply)}
      </p>
    </li>
  )
}

type MarkedTopic = Pick<Topic, 'isPinned' | 'isLocked' | 'acceptedReplyId' | 'isDemo'>

/** Renders the badges of a pinned, locked, answered or demo topic, and nothing for other topics. */
export function TopicBadges({ topic: { isPinned, isLocked, acceptedReplyId, isDemo } }: { topic: MarkedTopic }) {
  const isAnswered = typeof acceptedReplyId === 'number'
  if (!isPinned && !isLocked && !isAnswered && !isDemo) return null
  return (
    <span className={styles.topicMarks}>
      {isPinned && (
        <Badge variant="secondary">
          <Icon name="pin" />
          Pinned
        </Badge>
      )}
      {isAnswered && (
        <Badge>
          <Icon name="check" />
          Answered
        </Badge>
      )}
      {isLocked && (
        <Badge variant="outline">
          <Icon name="lock" />
          Locked
        </Badge>
      )}
      {isDemo && <DemoChip />}
    </span>
  )
}

/** Renders placeholder rows while topics load. */
export function TopicRowsSkeleton({ rows, label = 'Loading topics…' }: { rows: number; label?: string | undefined }) {
  return (
    <div data-part="topic-rows" className={styles.topicRows} role="status">
      <span className="visuallyHidden">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={`${styles.topicRow} ${styles.topicRowWaiting}`}>
          <div className={styles.topicRowText}>
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </div>
          <Skeleton />
        </div>
      ))}
    </div>
  )
}
