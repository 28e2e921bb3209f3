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
  hasCaseStudy: 'Case study',
  isInvented: 'Invented example',
  home: 'Home',
  place: 'Place',
  nation: 'Nation',
  people: 'People',
  year: 'Year of the readings',
  before: 'Before',
  measures: 'What was done',
  grant: 'Grant (£)',
  months: 'Meter readings (kWh)',
} satisfies Record<keyof ArticleValues, string>
