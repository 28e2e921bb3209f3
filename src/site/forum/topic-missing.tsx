import { Meta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'

interface TopicMissingProps {
  reason: string
  /** There is no such topic: trying again would not help. */
  unknown: boolean
  isFetching: boolean
  onRetry: () => void
}

/** One state for a topic that is not there and one that could not be had; only the second offers another try. */
export function TopicMissing({ reason, unknown, isFetching, onRetry }: TopicMissingProps) {
  const state = { level: 1, title: 'Forum Topic Not Found', text: `Failed to load forum topic: ${reason}` } as const
  const back = (variant?: 'quiet') => (
    <ButtonLink to={paths.forum()} variant={variant}>
      Back to Forums
    </ButtonLink>
  )
  return (
    <div className="wrap">
      <Meta title="Forum Topic Not Found" noIndex />
      {unknown ? (
        <EmptyState {...state} art={<img src="/art/scenes/not-found.svg" alt="" width={320} height={224} />} action={back()} />
      ) : (
        <ErrorState
          {...state}
          action={
            <>
              <Button busy={isFetching} onClick={onRetry}>
                Try Again
              </Button>
              {back('quiet')}
            </>
          }
        />
      )}
    </div>
  )
}
