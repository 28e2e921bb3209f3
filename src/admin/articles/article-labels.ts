import type { ArticleValues } from './article-draft.ts'

/** What the form calls its fields; the comparison of two versions too. */
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
  publishedAt: 'Appears on',
  checkedOn: 'Last checked',
} satisfies Record<keyof ArticleValues, string>
