import type { ArticleStatus } from '#features/articles/editing/article-editing.client.ts'
import { Badge } from '#ui/text/badge.tsx'

/** Labels in the order of the form's options. */
export const ARTICLE_STATUS_LABELS: Record<ArticleStatus, string> = { published: 'Published', scheduled: 'Scheduled', draft: 'Draft' }

/** Renders a badge for scheduled and draft articles, and nothing for published ones. */
export function ArticleStatusBadge({ status }: { status: ArticleStatus }) {
  if (status === 'published') return null
  return <Badge variant={status === 'scheduled' ? 'secondary' : 'outline'}>{ARTICLE_STATUS_LABELS[status]}</Badge>
}
