import { Button } from '#ui/actions/button.tsx'
import * as styles from './load-again.module.css'

/** A part of the page that could not be had: says so quietly and offers another try. */
export function RetryButton({ what, onRetry }: { what: string; onRetry: () => unknown }) {
  return (
    <div className={`${styles.homeEmpty} ${styles.loadAgain}`} role="status">
      <p>{what} could not be loaded.</p>
      <Button variant="quiet" onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  )
}
