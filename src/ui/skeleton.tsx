import { joinClasses } from './join-classes.ts'

/** A grey place-holder; give its size with `className`. Screen readers skip it: put a `Spinner` or a status text beside it. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={joinClasses('skeleton', className)} aria-hidden="true" />
}

/** The place-holder of one card: a picture and four lines. */
export function SkeletonCard() {
  return (
    <div className="skeleton-card" aria-hidden="true">
      <div className="skeleton" />
      <div className="skeleton" />
      <div className="skeleton" />
      <div className="skeleton" />
      <div className="skeleton" />
    </div>
  )
}
