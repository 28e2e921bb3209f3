import { Skeleton } from '#ui/states/skeleton.tsx'
import * as styles from './topic.module.css'

export function RepliesSkeleton() {
  return (
    <div className={styles.repliesWaiting} role="status">
      <span className="visuallyHidden">Loading replies</span>
      {[1, 2, 3].map((row) => (
        <div key={row}>
          <Skeleton />
          <div>
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </div>
        </div>
      ))}
    </div>
  )
}
