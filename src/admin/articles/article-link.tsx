import { href } from 'react-router'
import { SiteLink } from '#admin/list/site-link.tsx'
import type { ArticleDraft } from '#features/articles/editing/article-editing.client.ts'

/** Links to the public page. Before publication only administrators can open it, so the label is "Preview". */
export function ArticleLink({ article: { slug, title, status } }: { article: Pick<ArticleDraft, 'slug' | 'title' | 'status'> }) {
  return <SiteLink to={href('/articles/:slug', { slug })} label={status === 'published' ? 'View' : 'Preview'} targetName={title} />
}
