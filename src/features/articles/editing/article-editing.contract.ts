/** Admin API of articles: list, create, change, delete and preview. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody, Paging, SearchTerm, ReadVersion } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { isPictureUrl } from '#platform/text/picture-url.ts'
import { ArticleCard } from '#features/articles/article.contract.ts'

export const ARTICLE_STATUSES = ['draft', 'scheduled', 'published'] as const
export const ArticleStatus = z.enum(ARTICLE_STATUSES)
export type ArticleStatus = z.infer<typeof ArticleStatus>
export const ARTICLE_SORTS = ['newest', 'title', 'rating'] as const

/** Fixed path segments under /articles and /api/articles, which articles cannot use as slugs. */
export const RESERVED_ARTICLE_SLUGS = ['featured', 'category', 'expert', 'preview']

/** Transforms empty text to `null`. */
const optionalText = (max: number, message: string, text = z.string().trim()) =>
  text
    .max(max, message)
    .nullish()
    .transform((text) => text || null)
const Title = singleLine().min(1, 'Title is required').max(200, 'Title must be at most 200 characters')
const Slug = z
  .string()
  .trim()
  .min(1, 'Slug is required')
  .max(120, 'Slug must be at most 120 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Slug must contain only lowercase letters, numbers, and hyphens')
  .refine((slug) => !RESERVED_ARTICLE_SLUGS.includes(slug), 'This slug is reserved')
/** A web URL, or a picture of this site. */
const Image = optionalText(2000, 'Must be a valid URL').refine((text) => text === null || isPictureUrl(text), 'Must be a valid URL')

/** Limits years to 1000–2999, which both engines support and which have four digits in every time zone. */
const hasValidYear = (dateTime: string): boolean => /^[12]\d{3}-/.test(dateTime)

const Fields = {
  title: Title,
  slug: Slug,
  content: z.string().max(200_000, 'Content must be at most 200,000 characters'),
  // Conditional text (`{{if}}`) contains both branches and the condition, so the limit is generous.
  summary: optionalText(1000, 'Summary must be at most 1,000 characters'),
  featuredImage: Image,
  imageAlt: optionalText(300, 'At most 300 characters', singleLine()),
  authorName: singleLine().min(1, 'Author name is required').max(120, 'Author name must be at most 120 characters'),
  authorId: idInBody().nullish(),
  categoryId: idInBody('Please select a category'),
  /** Time of publication; defaults to now. Required in the future for `scheduled`. */
  publishedAt: z.iso
    .datetime({ offset: true, error: 'Must be a date and time', abort: true })
    .max(40, 'Must be a date and time')
    .refine(hasValidYear, 'Must be a date and time')
    .nullish(),
  rating: z.number().int().min(0).max(5),
  status: ArticleStatus,
  /** Date on which its values and sources were last checked. */
  checkedOn: z.iso
    .date('Must be a date')
    .refine((day) => Date.parse(day) <= Date.now() + 86_400_000, 'This day is still to come')
    .nullish(),
}
/** `status` defaults to `published`, or to `scheduled` if `publishedAt` is in the future; `slug` defaults to one made from the title. */
export const NewArticle = z.object({
  ...Fields,
  slug: Slug.optional(),
  content: Fields.content.refine((text) => text.trim() !== '', 'Content is required'),
  rating: Fields.rating.default(0),
  status: ArticleStatus.optional(),
})
export type NewArticle = z.infer<typeof NewArticle>
/** Absent properties are unchanged. */
export const ArticleChange = z.object({ ...Fields, version: ReadVersion }).partial()
export type ArticleChange = z.infer<typeof ArticleChange>

/** An article as stored, for editing. */
export const ArticleDraft = ArticleCard.extend({
  content: z.string(),
  status: ArticleStatus,
  /** As stored, whereas `authorName` falls back to the expert and to "Unknown Author". */
  ownAuthorName: z.string().nullable(),
  /** As stored, whereas `authorId` is the expert with the author's name, if there is one. */
  ownAuthorId: z.number().nullable(),
  changedAt: z.string().nullable(),
  version: z.number(),
  checkedOn: z.string().nullable(),
})
export type ArticleDraft = z.infer<typeof ArticleDraft>

/** 200,000 characters in UTF-8, plus the other fields. */
const bodyLimit = 1024 * 1024
const admin = { access: 'admin', feature: 'articles' } as const
const one = z.object({ id: Id })
export const ArticleAdminQuery = Paging.extend({
  search: SearchTerm,
  category: z.string().trim().max(100).optional(),
  status: ArticleStatus.optional(),
  sort: z.enum(ARTICLE_SORTS).default('newest'),
})
export type ArticleAdminQuery = z.infer<typeof ArticleAdminQuery>
/** `content` is empty in this list. */
export const listArticleDraftsEndpoint = endpoint('GET /api/admin/articles', {
  ...admin,
  summary: 'List all articles, including drafts and scheduled ones.',
  query: ArticleAdminQuery,
  response: z.array(ArticleDraft),
  list: true,
})
export const getArticleDraftEndpoint = endpoint('GET /api/admin/articles/:id', {
  ...admin,
  summary: 'Get an article as stored.',
  params: one,
  response: ArticleDraft,
})
export const createArticleEndpoint = endpoint('POST /api/articles', {
  ...admin,
  summary: 'Create an article. Without a `status` it is scheduled if `publishedAt` is in the future, else published.',
  body: NewArticle,
  maxBodyBytes: bodyLimit,
  response: ArticleDraft,
  extraStatuses: [409],
})
export const changeArticleEndpoint = endpoint('PATCH /api/articles/:id', {
  ...admin,
  summary: 'Change an article. Former slugs redirect to it.',
  params: one,
  body: ArticleChange,
  maxBodyBytes: bodyLimit,
  response: ArticleDraft,
  extraStatuses: [409],
})
export const deleteArticleEndpoint = endpoint('DELETE /api/articles/:id', {
  ...admin,
  summary: 'Delete an article permanently.',
  params: one,
  response: z.object({ ok: z.literal(true) }),
})
/** Renders exactly the HTML that readers will see. */
export const previewArticleEndpoint = endpoint('POST /api/articles/preview', {
  ...admin,
  summary: 'Preview Markdown as HTML.',
  rateLimit: { max: 60, minutes: 1 },
  isCostly: true,
  body: z.object({ content: z.string().max(200_000) }),
  maxBodyBytes: bodyLimit,
  /** `isPlain`: the text exceeds the parser's limits and is shown unrendered. `problems`: errors in its reference values. */
  response: z.object({ html: z.string(), isPlain: z.boolean(), words: z.number(), minutes: z.number(), problems: z.array(z.string()) }),
  status: 200,
})
