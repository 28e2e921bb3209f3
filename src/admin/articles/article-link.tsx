import { href } from 'react-router'
import { SiteLink } from '#admin/list/site-link.tsx'
import type { ArticleDraft } from '#features/articles/editing/article-editing.client.ts'

/** Link to the public page; unpublished articles can be previewed by administrators only. */
export function ArticleLink({ article: { slug, title, status } }: { article: Pick<ArticleDraft, 'slug' | 'title' | 'status'> }) {
  return <SiteLink to={href('/articles/:slug', { slug })} label={status === 'published' ? 'View' : 'Preview'} targetName={title} />
}
