import type { ArticleChangeInput, ArticleDraft, ArticleStatus, NewArticleInput } from '#features/articles/editing/article-editing.client.ts'

/** An article as its form holds it: texts, an empty one where nothing is. */
export interface ArticleValues {
  title: string
  slug: string
  categoryId: string
  authorName: string
  content: string
  summary: string
  featuredImage: string
  imageAlt: string
  rating: number
  status: ArticleStatus
  /** When a scheduled one appears, as `2026-11-21T09:30` in the writer's own time. */
  publishedAt: string
  /** `2026-11-02`. */
  checkedOn: string
}

export const BLANK_ARTICLE: ArticleValues = {
  title: '',
  slug: '',
  categoryId: '',
  authorName: '',
  content: '',
  summary: '',
  featuredImage: '',
  imageAlt: '',
  rating: 0,
  status: 'published',
  publishedAt: '',
  checkedOn: '',
}

/** @param expertName who wrote it, when the article itself does not say */
export const toArticleValues = (article: ArticleDraft, expertName: string | undefined): ArticleValues => ({
  title: article.title,
  slug: article.slug,
  categoryId: article.categoryId === null ? '' : String(article.categoryId),
  authorName: article.ownAuthorName || expertName || '',
  content: article.content,
  summary: article.summary ?? '',
  featuredImage: article.featuredImage ?? '',
  imageAlt: article.imageAlt ?? '',
  rating: article.rating ?? 0,
  status: article.status,
  publishedAt: article.status === 'scheduled' && article.publishedAt ? toLocalTime(article.publishedAt) : '',
  checkedOn: article.checkedOn ?? '',
})

/** What is missing, by field, in the order of the form. Only a new article needs a text. */
export function findMissingFields(values: ArticleValues, isNew: boolean): Partial<Record<keyof ArticleValues, string>> {
  return {
    ...(values.title.trim() ? {} : { title: 'Title is required' }),
    ...(values.categoryId ? {} : { categoryId: 'Please select a category' }),
    ...(values.authorName.trim() ? {} : { authorName: 'Author name is required' }),
    ...(isNew && !values.content.trim() ? { content: 'Content is required' } : {}),
  }
}

/** What is wrong with the day of a scheduled article. */
export function findInvalidTime(values: ArticleValues, start: ArticleValues | undefined, now = Date.now()): string | undefined {
  if (values.status !== 'scheduled') return undefined
  if (!values.publishedAt) return 'Please choose a date and time'
  const isUnchanged = start?.status === 'scheduled' && start.publishedAt === values.publishedAt
  return isUnchanged || Date.parse(values.publishedAt) > now ? undefined : 'Choose a date and time in the future'
}

/** The body of a new article. An empty summary or picture is absent; a published one appears now. */
export function toNewArticle(values: ArticleValues, now = Date.now()): NewArticleInput {
  const { slug, summary, featuredImage, imageAlt } = trimmed(values)
  return {
    ...common(values),
    content: values.content,
    ...(slug ? { slug } : {}),
    ...(summary ? { summary } : {}),
    ...(featuredImage ? { featuredImage } : {}),
    ...(featuredImage && imageAlt ? { imageAlt } : {}),
    ...(values.checkedOn ? { checkedOn: values.checkedOn } : {}),
    ...publication(values, now),
  }
}

/** The body of a change. What was there and is now empty is sent as nothing; what was empty and still is, is absent. */
export function toArticleChange(values: ArticleValues, article: ArticleDraft, now = Date.now()): ArticleChangeInput {
  const { slug, summary, featuredImage, imageAlt } = trimmed(values)
  const optional = (name: string, text: string, before: string | null) => (text ? { [name]: text } : before ? { [name]: null } : {})
  const appears = values.status === 'published' && article.status === 'published' && article.publishedAt
  return {
    ...common(values),
    slug,
    content: values.content,
    ...optional('summary', summary, article.summary),
    ...optional('featuredImage', featuredImage, article.featuredImage),
    ...optional('imageAlt', imageAlt, article.imageAlt),
    ...optional('checkedOn', values.checkedOn, article.checkedOn),
    ...(appears ? { publishedAt: article.publishedAt } : publication(values, now)),
  }
}

const trimmed = ({ slug, summary, featuredImage, imageAlt }: ArticleValues) => ({
  slug: slug.trim(),
  summary: summary.trim(),
  featuredImage: featuredImage.trim(),
  imageAlt: imageAlt.trim(),
})

const common = ({ title, categoryId, authorName, rating, status }: ArticleValues) => ({
  title: title.trim(),
  categoryId: Number(categoryId),
  authorName: authorName.trim(),
  rating,
  status,
})

function publication({ status, publishedAt }: ArticleValues, now: number): { publishedAt?: string } {
  if (status === 'published') return { publishedAt: new Date(now).toISOString() }
  return status === 'scheduled' ? { publishedAt: new Date(publishedAt).toISOString() } : {}
}

/** For a date-time input, which has no zone: the writer's own time, to the minute. */
export function toLocalTime(iso: string): string {
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
