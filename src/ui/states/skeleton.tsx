import { joinClasses } from '#ui/styles/join-classes.ts'
import * as styles from './skeleton.module.css'

/** Renders a loading placeholder; `className` sets its size. It is hidden from screen readers, so add a `Spinner` or a status text. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={joinClasses(styles.skeleton, className)} data-part="skeleton" aria-hidden="true" />
}

/** Renders the loading placeholder of one card: a picture and four lines. */
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
