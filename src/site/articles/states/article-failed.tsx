import { failureReason, type ApiError } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { ArticleNotFound } from './article-not-found.tsx'

interface ArticleFailedProps {
  /** What the page is called while it has no article. */
  title: string
  error: ApiError
  onRetry: () => void
}

/** In place of an article that could not be had. */
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
