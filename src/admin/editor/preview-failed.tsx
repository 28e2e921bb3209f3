import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'

/** Renders the error state of a preview that could not be loaded. */
export const PreviewFailed = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorState
    title="The preview could not be loaded"
    level={3}
    action={
      <Button variant="quiet" onClick={onRetry}>
        Try again
      </Button>
    }
  />
)
