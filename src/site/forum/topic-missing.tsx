import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'

interface TopicMissingProps {
  reason: string
  /** 404: there is no such topic; 410: there was one. Trying again would help neither. */
  status: number | undefined
  isFetching: boolean
  onRetry: () => void
}

/** One state for a topic that is not there and one that could not be had; only the second offers another try. */
export function TopicMissing({ reason, status, isFetching, onRetry }: TopicMissingProps) {
  const state = { level: 1, title: 'Forum Topic Not Found', text: `Failed to load forum topic: ${reason}` } as const
  const back = (variant?: 'quiet') => (
    <ButtonLink to={paths.forum()} variant={variant}>
      Back to Forums
    </ButtonLink>
  )
  return (
    <div className="container">
      <PageMeta title="Forum Topic Not Found" noIndex />
      {status === 404 || status === 410 ? (
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
