import { failureReason, type ApiError } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { ArticleNotFound } from './article-not-found.tsx'

interface ArticleFailedProps {
  /** Page title if the article could not be loaded. An article that was not found has its own title. */
  title: string
  error: ApiError
  onRetry: () => void
}

/** Replaces the page of an article that could not be loaded or was not found (400 for a malformed slug or id, 404, or 410 if deleted). */
export function ArticleFailed({ title, error, onRetry }: ArticleFailedProps) {
  if ([400, 404, 410].includes(error.status)) return <ArticleNotFound isDeleted={error.status === 410} />
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
