/** Writing, changing and deleting articles. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody, Paging, SearchTerm, ReadVersion } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { isPictureUrl } from '#platform/text/picture-url.ts'
import { ArticleCard } from '#features/articles/article.contract.ts'

export const ARTICLE_STATUSES = ['draft', 'scheduled', 'published'] as const
export const ArticleStatus = z.enum(ARTICLE_STATUSES)
export type ArticleStatus = z.infer<typeof ArticleStatus>
export const ARTICLE_SORTS = ['newest', 'title', 'rating'] as const

/** Fixed parts of the address under /articles and /api/articles that no article may take. */
export const RESERVED_ARTICLE_SLUGS = ['featured', 'category', 'expert', 'preview']

/** An empty text counts as absent. */
const optionalText = (most: number, message: string, text = z.string().trim()) =>
  text
    .max(most, message)
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
/** A web address, or a picture of this site. */
const Image = optionalText(2000, 'Must be a valid URL').refine((text) => text === null || isPictureUrl(text), 'Must be a valid URL')

/** Years that both engines know and that are written with four digits, wherever on earth. */
const isInOurTime = (moment: string): boolean => /^[12]\d{3}-/.test(moment)

const Fields = {
  title: Title,
  slug: Slug,
  content: z.string().max(200_000, 'Content must be at most 200,000 characters'),
  // With a condition a sentence stands in it twice, beside what it rests on.
  summary: optionalText(1000, 'Summary must be at most 1,000 characters'),
  featuredImage: Image,
  imageAlt: optionalText(300, 'At most 300 characters', singleLine()),
  authorName: singleLine().min(1, 'Author name is required').max(120, 'Author name must be at most 120 characters'),
  authorId: idInBody().nullish(),
  categoryId: idInBody('Please select a category'),
  /** With status `scheduled`: when it appears. Otherwise now, or what is given. */
  publishedAt: z.iso
    .datetime({ offset: true, error: 'Must be a date and time', abort: true })
    .max(40, 'Must be a date and time')
    .refine(isInOurTime, 'Must be a date and time')
    .nullish(),
  rating: z.number().int().min(0).max(5),
  status: ArticleStatus,
  /** The day its figures and sources were last gone through. */
  checkedOn: z.iso
    .date('Must be a date')
    .refine((day) => Date.parse(day) <= Date.now() + 86_400_000, 'This day is still to come')
    .nullish(),
}
/** `status` is `published` when left out, or `scheduled` with a `publishedAt` in the future; `slug` is made from the title when left out. */
export const NewArticle = z.object({
  ...Fields,
  slug: Slug.optional(),
  content: Fields.content.refine((text) => text.trim() !== '', 'Content is required'),
  rating: Fields.rating.default(0),
  status: ArticleStatus.optional(),
})
export type NewArticle = z.infer<typeof NewArticle>
/** Only what is sent changes. */
export const ArticleChange = z.object({ ...Fields, version: ReadVersion }).partial()
export type ArticleChange = z.infer<typeof ArticleChange>

/** An article as its author sees it: the fields as stored, drafts too. */
export const ArticleDraft = ArticleCard.extend({
  content: z.string(),
  status: ArticleStatus,
  /** As stored; `authorName` of a card falls back to the expert and to "Unknown Author". */
  ownAuthorName: z.string().nullable(),
  /** As stored; `authorId` is the expert's whose name it is signed with, where there is one. */
  ownAuthorId: z.number().nullable(),
  changedAt: z.string().nullable(),
  version: z.number(),
  checkedOn: z.string().nullable(),
})
export type ArticleDraft = z.infer<typeof ArticleDraft>

/** 200,000 characters can be this many bytes. */
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
/** The list without the long text, drafts and scheduled ones included. `content` is empty here. */
export const listArticleDraftsEndpoint = endpoint('GET /api/admin/articles', {
  ...admin,
  summary: 'All articles, drafts and scheduled ones too.',
  query: ArticleAdminQuery,
  response: z.array(ArticleDraft),
  list: true,
})
export const getArticleDraftEndpoint = endpoint('GET /api/admin/articles/:id', {
  ...admin,
  summary: 'One article as it is stored.',
  params: one,
  response: ArticleDraft,
})
export const createArticleEndpoint = endpoint('POST /api/articles', {
  ...admin,
  summary: 'Create an article. Without a `status`, one with a `publishedAt` in the future is scheduled, any other published.',
  body: NewArticle,
  maxBodyBytes: bodyLimit,
  response: ArticleDraft,
  extraStatuses: [409],
})
export const changeArticleEndpoint = endpoint('PATCH /api/articles/:id', {
  ...admin,
  summary: 'Change an article. An old slug goes on leading to it.',
  params: one,
  body: ArticleChange,
  maxBodyBytes: bodyLimit,
  response: ArticleDraft,
  extraStatuses: [409],
})
export const deleteArticleEndpoint = endpoint('DELETE /api/articles/:id', {
  ...admin,
  summary: 'Delete an article for good.',
  params: one,
  response: z.object({ ok: z.literal(true) }),
})
/** The very HTML that readers will see. */
export const previewArticleEndpoint = endpoint('POST /api/articles/preview', {
  ...admin,
  summary: 'Markdown as it will be shown.',
  rateLimit: { max: 60, minutes: 1 },
  isCostly: true,
  body: z.object({ content: z.string().max(200_000) }),
  maxBodyBytes: bodyLimit,
  /** `isPlain`: the text was too involved, and readers will see it as it was typed. `problems`: figures that it names and that are not there. */
  response: z.object({ html: z.string(), isPlain: z.boolean(), words: z.number(), minutes: z.number(), problems: z.array(z.string()) }),
  status: 200,
})
