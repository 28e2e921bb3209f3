import { PageMeta } from '#site/meta.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { RepliesSkeleton } from './replies-skeleton.tsx'
import * as styles from './topic.module.css'

export function TopicSkeleton() {
  return (
    <div aria-busy="true">
      <PageMeta title="Forum" />
      <p className="visuallyHidden" role="status">
        Loading topic…
      </p>
      <div className={styles.topicOpen}>
        <div className={`container ${styles.topicWaiting}`}>
          <Skeleton className={styles.lineS} />
          <Skeleton className={styles.lineXl} />
          <Skeleton className={styles.lineM} />
        </div>
      </div>
      <div className={`container ${styles.topicBody}`}>
        <div className={`${styles.topicText} ${styles.topicWaiting}`}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton className={styles.lineM} />
        </div>
        <div className={styles.topicReplies}>
          <RepliesSkeleton />
        </div>
      </div>
    </div>
  )
}
