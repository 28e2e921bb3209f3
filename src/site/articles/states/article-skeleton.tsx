import { PageMeta } from '#site/meta.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import * as styles from '#site/articles/article.module.css'

export function ArticleSkeleton() {
  return (
    <div aria-busy="true">
      <PageMeta title="Article" />
      <p className="visuallyHidden" role="status">
        Loading article…
      </p>
      <div className={styles.articleOpen}>
        <div className={`container ${styles.articleOpenGrid} ${styles.articleWaiting}`}>
          <div>
            <Skeleton className={styles.lineS} />
            <Skeleton className={styles.lineXl} />
            <Skeleton className={styles.lineXl} />
            <Skeleton />
            <Skeleton />
          </div>
          <Picture src="" fallback="" alt="" className={styles.articleOpenPic} />
        </div>
      </div>
      <div className={`container ${styles.articleBody}`}>
        <div className={`${styles.articleText} ${styles.articleWaiting}`}>
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} />
          ))}
        </div>
      </div>
    </div>
  )
}
