import { href } from 'react-router'
import { SiteLink } from '#admin/list/site-link.tsx'
import type { ArticleDraft } from '#features/articles/editing/article-editing.client.ts'

/** To the article as readers see it, or as they will: what is not published opens for administrators alone. */
export function ArticleLink({ article: { slug, title, status } }: { article: Pick<ArticleDraft, 'slug' | 'title' | 'status'> }) {
  return <SiteLink to={href('/articles/:slug', { slug })} label={status === 'published' ? 'View' : 'Preview'} of={title} />
}
