import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'

interface TopicMissingProps {
  reason: string
  /** HTTP status of the failed request; undefined if the response was successful but invalid. 404: no such topic; 410: deleted topic. */
  status: number | undefined
  isFetching: boolean
  onRetry: () => void
}

/** Replaces the page of a topic that does not exist or could not be loaded. Only a topic that could not be loaded has a retry button. */
export function TopicMissing({ reason, status, isFetching, onRetry }: TopicMissingProps) {
  const texts = { level: 1, title: 'Forum Topic Not Found', text: `Failed to load forum topic: ${reason}` } as const
  const backLink = (variant?: 'quiet') => (
    <ButtonLink to={paths.forum()} variant={variant}>
      Back to Forums
    </ButtonLink>
  )
  return (
    <div className="container">
      <PageMeta title="Forum Topic Not Found" noIndex />
      {status === 404 || status === 410 ? (
        <EmptyState {...texts} art={<img src="/art/scenes/not-found.svg" alt="" width={320} height={224} />} action={backLink()} />
      ) : (
        <ErrorState
          {...texts}
          action={
            <>
              <Button busy={isFetching} onClick={onRetry}>
                Try Again
              </Button>
              {backLink('quiet')}
            </>
          }
        />
      )}
    </div>
  )
}
