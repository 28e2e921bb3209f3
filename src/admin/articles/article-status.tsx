import type { ArticleStatus } from '#features/articles/editing/article-editing.client.ts'
import { Badge } from '#ui/text/badge.tsx'

/** In the order of the form. */
export const ARTICLE_STATUS_LABELS: Record<ArticleStatus, string> = { published: 'Published', scheduled: 'Scheduled', draft: 'Draft' }

/** A quiet mark for what readers do not see; nothing on a published article. */
export function ArticleStatusMark({ status }: { status: ArticleStatus }) {
  if (status === 'published') return null
  return <Badge variant={status === 'scheduled' ? 'secondary' : 'outline'}>{ARTICLE_STATUS_LABELS[status]}</Badge>
}
