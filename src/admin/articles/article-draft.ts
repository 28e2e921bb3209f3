import type { ArticleChangeInput, ArticleDraft, ArticleStatus, NewArticleInput } from '#features/articles/editing/article-editing.client.ts'
import { toLocalTime } from '#wording/dates.ts'
import { toSlug } from '#platform/text/slug.client.ts'
import { BLANK_CASE_STUDY, toCaseStudyInput, toCaseStudyValues, type CaseStudyValues } from './case-study/case-study-draft.ts'

/** Form values of an article. Text fields without a value are empty strings. */
export interface ArticleValues extends CaseStudyValues {
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
  /** Publication time of a scheduled article in the browser's time zone, such as `2026-11-21T09:30`; otherwise empty. */
  publishedAt: string
  /** ISO date of the last check, such as `2026-11-02`. */
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
  ...BLANK_CASE_STUDY,
}

/** @param expertName name of the article's expert, used if the article stores no author name */
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
  publishedAt: article.status === 'scheduled' && article.publishedAt ? toDateTimeInput(article.publishedAt) : '',
  checkedOn: article.checkedOn ?? '',
  ...toCaseStudyValues(article.caseStudy),
})

/**
 * Returns the changed values for a new title of an article that is not stored yet. An empty slug, or one that was generated from the previous
 * title, follows the title. It is recognised by its text, so that a slug that the editor has entered also stays in a restored draft.
 */
export const changeTitle = ({ title, slug }: Pick<ArticleValues, 'title' | 'slug'>, newTitle: string): Partial<ArticleValues> => ({
  title: newTitle,
  ...(slug === '' || slug === toSlug(title) ? { slug: toSlug(newTitle) } : {}),
})

/** Returns the error messages of empty required fields, in form order. Content is required for new articles only. */
export function findMissingFields(values: ArticleValues, isNew: boolean): Partial<Record<keyof ArticleValues, string>> {
  return {
    ...(values.title.trim() ? {} : { title: 'Title is required' }),
    ...(values.categoryId ? {} : { categoryId: 'Please select a category' }),
    ...(values.authorName.trim() ? {} : { authorName: 'Author name is required' }),
    ...(isNew && !values.content.trim() ? { content: 'Content is required' } : {}),
  }
}

/**
 * Checks the publication time of a scheduled article: it has to be in the future, unless it is unchanged.
 * @returns the error message, or undefined if the time is valid or the article is not scheduled
 */
export function findInvalidTime(values: ArticleValues, start: ArticleValues | undefined, now = Date.now()): string | undefined {
  if (values.status !== 'scheduled') return undefined
  if (!values.publishedAt) return 'Please choose a date and time'
  const isUnchanged = start?.status === 'scheduled' && start.publishedAt === values.publishedAt
  return isUnchanged || Date.parse(values.publishedAt) > now ? undefined : 'Choose a date and time in the future'
}

/** Builds the request body for a new article. It omits empty optional fields; a published article gets the current time. */
export function toNewArticle(values: ArticleValues, now = Date.now()): NewArticleInput {
  const { slug, summary, featuredImage, imageAlt } = trimTextFields(values)
  return {
    ...pickCommonFields(values),
    content: values.content,
    ...(slug ? { slug } : {}),
    ...(summary ? { summary } : {}),
    ...(featuredImage ? { featuredImage } : {}),
    ...(featuredImage && imageAlt ? { imageAlt } : {}),
    ...(values.checkedOn ? { checkedOn: values.checkedOn } : {}),
    ...(values.hasCaseStudy ? { caseStudy: toCaseStudyInput(values) } : {}),
    ...pickPublicationTime(values, now),
  }
}

/** Builds the request body for a change. An emptied optional field is `null`; one that was already empty is omitted. */
export function toArticleChange(values: ArticleValues, article: ArticleDraft, now = Date.now()): ArticleChangeInput {
  const { slug, summary, featuredImage, imageAlt } = trimTextFields(values)
  const optionalField = (name: string, newValue: string, storedValue: string | null) =>
    newValue ? { [name]: newValue } : storedValue ? { [name]: null } : {}
  const isDateUnchanged = values.status === 'published' && article.status === 'published' && article.publishedAt
  return {
    ...pickCommonFields(values),
    slug,
    content: values.content,
    ...optionalField('summary', summary, article.summary),
    ...optionalField('featuredImage', featuredImage, article.featuredImage),
    ...optionalField('imageAlt', imageAlt, article.imageAlt),
    ...optionalField('checkedOn', values.checkedOn, article.checkedOn),
    ...(values.hasCaseStudy ? { caseStudy: toCaseStudyInput(values) } : article.caseStudy ? { caseStudy: null } : {}),
    ...(isDateUnchanged ? { publishedAt: article.publishedAt } : pickPublicationTime(values, now)),
  }
}

const trimTextFields = ({ slug, summary, featuredImage, imageAlt }: ArticleValues) => ({
  slug: slug.trim(),
  summary: summary.trim(),
  featuredImage: featuredImage.trim(),
  imageAlt: imageAlt.trim(),
})

const pickCommonFields = ({ title, categoryId, authorName, rating, status }: ArticleValues) => ({
  title: title.trim(),
  categoryId: Number(categoryId),
  authorName: authorName.trim(),
  rating,
  status,
})

function pickPublicationTime({ status, publishedAt }: ArticleValues, now: number): { publishedAt?: string } {
  if (status === 'published') return { publishedAt: new Date(now).toISOString() }
  return status === 'scheduled' ? { publishedAt: new Date(publishedAt).toISOString() } : {}
}

/** Converts an ISO timestamp to the value of a `datetime-local` input: in the browser's time zone, precise to the minute. */
export const toDateTimeInput = (iso: string): string => toLocalTime(iso)?.slice(0, 16) ?? ''
