import { Button } from '#ui/button.tsx'
import './load-again.css'

/** A part of the page that could not be had: says so quietly and offers another try. */
export function LoadAgain({ what, onRetry }: { what: string; onRetry: () => unknown }) {
  return (
    <div className="home-empty load-again" role="status">
      <p>{what} could not be loaded.</p>
      <Button variant="quiet" onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  )
}
