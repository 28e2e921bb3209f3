import { Button } from '#ui/actions/button.tsx'
import * as styles from './load-again.module.css'

/**
 * Shows that a section could not be loaded, with a retry button.
 * @param subject subject of the sentence "… could not be loaded.", such as "The reviews"
 */
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
