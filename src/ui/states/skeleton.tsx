import { joinClasses } from '#ui/styles/join-classes.ts'
import * as styles from './skeleton.module.css'

/** A grey place-holder; give its size with `className`. Screen readers skip it: put a `Spinner` or a status text beside it. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={joinClasses(styles.skeleton, className)} data-part="skeleton" aria-hidden="true" />
}

/** The place-holder of one card: a picture and four lines. */
export function SkeletonCard() {
  return (
    <div className={styles.card} data-part="skeleton-card" aria-hidden="true">
      <div className={styles.skeleton} />
      <div className={styles.skeleton} />
      <div className={styles.skeleton} />
      <div className={styles.skeleton} />
      <div className={styles.skeleton} />
    </div>
  )
}
