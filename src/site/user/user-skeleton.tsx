import { PageMeta } from '#site/meta.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import * as styles from './user.module.css'

export function UserSkeleton() {
  return (
    <div className={`container ${styles.profile}`} aria-busy="true">
      <PageMeta title="Profile" />
      <p className="visuallyHidden" role="status">
        Loading profile…
      </p>
      <div className={styles.profileOpen}>
        <Skeleton className={`${styles.profileFace} ${styles.profileFaceWaiting}`} />
        <div className={`${styles.profileName} ${styles.profileNameWaiting}`}>
          <Skeleton className={styles.lineXl} />
          <Skeleton />
          <Skeleton />
        </div>
        <Skeleton className={styles.standingWaiting} />
      </div>
      <div className={styles.profilePart}>
        <Skeleton className={styles.contributionsWaiting} />
      </div>
    </div>
  )
}
