import { failureReason, type ApiError } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { ArticleNotFound } from './article-not-found.tsx'

interface ArticleFailedProps {
  /** Page title while there is no article. */
  title: string
  error: ApiError
  onRetry: () => void
}

/** Replaces an article that failed to load; 400, 404 and 410 show that it was not found. */
export function ArticleFailed({ title, error, onRetry }: ArticleFailedProps) {
  if ([400, 404, 410].includes(error.status)) return <ArticleNotFound isGone={error.status === 410} />
  return (
    <div className="container">
      <PageMeta title={title} noIndex />
      <ErrorState
        level={1}
        title="The article could not be loaded"
        text={failureReason(error)}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}
