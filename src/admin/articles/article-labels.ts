import type { ArticleValues } from './article-draft.ts'

/** Labels of the fields, in the form and in the comparison of conflicting versions. */
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
