import { Button } from '#ui/actions/button.tsx'
import * as styles from './load-again.module.css'

/** Inline error of a section that failed to load, with a retry button. */
export function RetryButton({ subject, onRetry }: { subject: string; onRetry: () => unknown }) {
  return (
    <div className={`${styles.homeEmpty} ${styles.loadAgain}`} role="status">
      <p>{subject} could not be loaded.</p>
      <Button variant="quiet" onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  )
}
