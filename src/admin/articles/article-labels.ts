import type { ArticleValues } from './article-draft.ts'

/** Field labels of the form and of the version comparison. */
export const ARTICLE_LABELS = {
  title: 'Title',
  slug: 'Slug',
  categoryId: 'Category',
  authorName: 'Author name',
  content: 'Content',
  summary: 'Summary',
  featuredImage: 'Featured image URL',
  imageAlt: 'Alternative text',
  rating: 'Rating',
  status: 'Status',
  publishedAt: 'Publish on',
  checkedOn: 'Last checked',
} satisfies Record<keyof ArticleValues, string>
