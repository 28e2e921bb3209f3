/** Defines the admin API of articles: list, create, change, delete and preview. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody, Paging, SearchTerm, ReadVersion } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { isPictureUrl } from '#platform/text/picture-url.ts'
import { ArticleCard } from '#features/articles/article.contract.ts'
import { CaseStudy, CaseStudyInput } from '#features/articles/case-studies/case-study.contract.ts'

export const ARTICLE_STATUSES = ['draft', 'scheduled', 'published'] as const
export const ArticleStatus = z.enum(ARTICLE_STATUSES)
export type ArticleStatus = z.infer<typeof ArticleStatus>
export const ARTICLE_SORTS = ['newest', 'title', 'rating'] as const

/** Fixed path segments under /articles and /api/articles, which are not allowed as slugs of articles. */
export const RESERVED_ARTICLE_SLUGS = ['featured', 'category', 'expert', 'preview']

/** Creates the schema of an optional text, which transforms empty text to `null`. */
const optionalText = (max: number, message: string, schema = z.string().trim()) =>
  schema
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
/** URL of a picture on the web, or path of a picture of this site. */
const Image = optionalText(2000, 'Must be a valid URL').refine((text) => text === null || isPictureUrl(text), 'Must be a valid URL')

/** Whether the year is 1000 to 2999. Both engines support these years, and they have four digits in every time zone. */
const hasValidYear = (dateTime: string): boolean => /^[12]\d{3}-/.test(dateTime)

const Fields = {
  title: Title,
  slug: Slug,
  content: z.string().max(200_000, 'Content must be at most 200,000 characters'),
  // A summary with conditional text (`{{if}}`) contains the condition and both branches, so the limit is generous.
  summary: optionalText(1000, 'Summary must be at most 1,000 characters'),
  featuredImage: Image,
  imageAlt: optionalText(300, 'At most 300 characters', singleLine()),
  authorName: singleLine().min(1, 'Author name is required').max(120, 'Author name must be at most 120 characters'),
  authorId: idInBody().nullish(),
  categoryId: idInBody('Please select a category'),
  /** Time of publication; published articles without it get the current time, and scheduled articles need one in the future. */
  publishedAt: z.iso
    .datetime({ offset: true, error: 'Must be a date and time', abort: true })
    .max(40, 'Must be a date and time')
    .refine(hasValidYear, 'Must be a date and time')
    .nullish(),
  rating: z.number().int().min(0).max(5),
  status: ArticleStatus,
  /** Date on which the values and sources of the article were last checked. */
  checkedOn: z.iso
    .date('Must be a date')
    .refine((day) => Date.parse(day) <= Date.now() + 86_400_000, 'This day is still to come')
    .nullish(),
  /** Facts and meter readings of a home; `null` removes them. */
  caseStudy: CaseStudyInput.nullish(),
}
/** A new article. `status` is by default `published`, or `scheduled` if `publishedAt` is in the future; `slug` is by default made from the title. */
export const NewArticle = z.object({
  ...Fields,
  slug: Slug.optional(),
  content: Fields.content.refine((text) => text.trim() !== '', 'Content is required'),
  rating: Fields.rating.default(0),
  status: ArticleStatus.optional(),
})
export type NewArticle = z.infer<typeof NewArticle>
/** A change of an article; properties that are undefined stay unchanged. */
export const ArticleChange = z.object({ ...Fields, version: ReadVersion }).partial()
export type ArticleChange = z.infer<typeof ArticleChange>

/** An article as it is stored, for editing. */
export const ArticleDraft = ArticleCard.extend({
  content: z.string(),
  status: ArticleStatus,
  /** Stored name, whereas `authorName` falls back to the expert's name and to "Unknown Author". */
  ownAuthorName: z.string().nullable(),
  /** Stored id, whereas `authorId` is that of the expert with the author's name, if there is one. */
  ownAuthorId: z.number().nullable(),
  changedAt: z.string().nullable(),
  version: z.number(),
  checkedOn: z.string().nullable(),
  caseStudy: CaseStudy.nullable(),
})
export type ArticleDraft = z.infer<typeof ArticleDraft>

/** Maximum size of a request body; it holds 200,000 characters in UTF-8 and the other fields. */
const MAX_BODY_BYTES = 1024 * 1024
const adminAccess = { access: 'admin', feature: 'articles' } as const
const ById = z.object({ id: Id })
export const ArticleAdminQuery = Paging.extend({
  search: SearchTerm,
  category: z.string().trim().max(100).optional(),
  status: ArticleStatus.optional(),
  sort: z.enum(ARTICLE_SORTS).default('newest'),
})
export type ArticleAdminQuery = z.infer<typeof ArticleAdminQuery>
/** Lists articles of all statuses; `content` is empty. */
export const listArticleDraftsEndpoint = endpoint('GET /api/admin/articles', {
  ...adminAccess,
  summary: 'List all articles, including drafts and scheduled ones.',
  query: ArticleAdminQuery,
  response: z.array(ArticleDraft),
  list: true,
})
export const getArticleDraftEndpoint = endpoint('GET /api/admin/articles/:id', {
  ...adminAccess,
  summary: 'Get an article as stored.',
  params: ById,
  response: ArticleDraft,
})
export const createArticleEndpoint = endpoint('POST /api/articles', {
  ...adminAccess,
  summary: 'Create an article. Without a `status` it is scheduled if `publishedAt` is in the future, else published.',
  body: NewArticle,
  maxBodyBytes: MAX_BODY_BYTES,
  response: ArticleDraft,
  extraStatuses: [409],
})
export const changeArticleEndpoint = endpoint('PATCH /api/articles/:id', {
  ...adminAccess,
  summary: 'Change an article. Former slugs redirect to it.',
  params: ById,
  body: ArticleChange,
  maxBodyBytes: MAX_BODY_BYTES,
  response: ArticleDraft,
  extraStatuses: [409],
})
export const deleteArticleEndpoint = endpoint('DELETE /api/articles/:id', {
  ...adminAccess,
  summary: 'Delete an article permanently.',
  params: ById,
  response: z.object({ ok: z.literal(true) }),
})
/** Renders exactly the HTML that readers will see. */
export const previewArticleEndpoint = endpoint('POST /api/articles/preview', {
  ...adminAccess,
  summary: 'Preview Markdown as HTML.',
  rateLimit: { max: 60, minutes: 1 },
  isCostly: true,
  body: z.object({ content: z.string().max(200_000) }),
  maxBodyBytes: MAX_BODY_BYTES,
  /** `isPlain` means that the text exceeds the parser's limits and is shown unrendered; `problems` are errors in its reference values. */
  response: z.object({ html: z.string(), isPlain: z.boolean(), words: z.number(), minutes: z.number(), problems: z.array(z.string()) }),
  status: 200,
})
