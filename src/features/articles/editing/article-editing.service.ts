import type { NextDue } from '#platform/jobs/jobs.ts'
import { isDeepStrictEqual } from 'node:util'
import { addTombstone } from '#features/redirects/tombstone.service.ts'
import { recordSlugChange, removeOldSlugs, claimSlug } from '#features/redirects/old-slug.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { assertCategory, findCategoryId } from '#features/categories/category.service.ts'
import { describePicture } from '#features/uploads/upload.service.ts'
import { lockRow } from '#db/lock-row.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { badRequest, conflict, notFound } from '#platform/contract/errors.ts'
import { resolveReferenceValues, withReferenceValues } from '#features/figures/figure.service.ts'
import { renderDraft } from '#platform/markdown/markdown.ts'
import { assertVersion } from '#platform/contract/version.ts'
import { toSlug } from '#platform/text/slug.client.ts'
import {
  RESERVED_ARTICLE_SLUGS,
  type ArticleAdminQuery,
  type ArticleChange,
  type ArticleDraft,
  type NewArticle,
} from './article-editing.contract.ts'
import * as editing from './article-editing.queries.ts'
import * as publication from '#features/articles/publication/publication.queries.ts'
import * as queries from '#features/articles/article.queries.ts'
import { defaultStatus, publicationDate, type PublicationChange } from '#features/articles/publication/publication.policy.ts'
import { calculateReadingMinutes } from '#features/articles/reading-time.policy.ts'

/** Maximum number of attempts, as a concurrent request may take the same generated slug. */
const MAX_SLUG_ATTEMPTS = 5
/** Maximum length of a generated slug in characters, below the limit of 120 so that a numeric suffix fits. */
const MAX_GENERATED_SLUG_LENGTH = 110

export async function listArticleDrafts(ctx: Context, { category, ...query }: ArticleAdminQuery): Promise<ListResult<ArticleDraft>> {
  const categoryId = await findCategoryId(ctx, category)
  const { items, total } = await queries.listArticleRows(ctx, { ...query, categoryId }, { ...query, view: 'card' })
  return { total, items: items.map((article) => ({ ...article, content: '' })) }
}

export async function getArticleDraft(ctx: Context, id: number): Promise<ArticleDraft> {
  const draft = await queries.findArticleById(ctx, id)
  if (!draft) throw notFound('article')
  return draft
}

/**
 * Creates an article. Without a slug, a free one is generated from the title.
 * @throws AppError 400 for an unknown category or expert or an invalid publication date, 409 if the slug is taken
 */
export async function createArticle(ctx: Context, { slug, status: requestedStatus, ...input }: NewArticle): Promise<ArticleDraft> {
  await assertReferences(ctx, input)
  const status = requestedStatus ?? defaultStatus(input.publishedAt ?? null)
  const publishedAt = getPublicationDate({ status, publishedAt: input.publishedAt ?? null }, undefined, true)
  const imageAlt = await describePicture(ctx, input.featuredImage, input.imageAlt)
  const { authorId = null, checkedOn = null, caseStudy = null } = input
  const fields = { ...input, status, imageAlt, publishedAt, authorId, checkedOn, caseStudy }
  for (let attempt = 0; attempt < (slug === undefined ? MAX_SLUG_ATTEMPTS : 1); attempt++) {
    const draft = await insertAndAudit(ctx, { ...fields, slug: slug ?? (await findFreeSlug(ctx, input.title)) })
    if (draft) return draft
  }
  throw createSlugTakenError()
}

/** Inserts an article and its audit entry. Returns the stored article, or undefined if the slug is taken. */
async function insertAndAudit(ctx: Context, fields: editing.ArticleFields): Promise<ArticleDraft | undefined> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const id = await editing.insertArticle(trxCtx, fields, await resolveSearchWords(trxCtx, fields))
    if (id === undefined) return undefined
    await claimSlug(trxCtx, 'article', fields.slug)
    const { content: _content, ...after } = fields
    await recordAudit(trxCtx, { action: 'article.create', subject: { type: 'article', id, title: fields.title }, after })
    return getArticleDraft(trxCtx, id)
  })
}

/** Changes the properties that are present. A new picture does not inherit the alternative text of the old one. */
export async function changeArticle(ctx: Context, id: number, { version, ...change }: ArticleChange): Promise<ArticleDraft> {
  await assertReferences(ctx, change)
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    if (!(await lockRow(db, 'articles', id))) throw notFound('article')
    const current = await getArticleDraft(trxCtx, id)
    const before = toFields(current)
    assertVersion(version, change, { version: current.version, fields: before, current })
    const after = { ...before, ...change } as editing.ArticleFields
    if (change.status !== undefined || change.publishedAt !== undefined)
      after.publishedAt = getPublicationDate(after, before, change.publishedAt !== undefined)
    if (change.featuredImage !== undefined || change.imageAlt !== undefined) {
      const isNewPicture = after.featuredImage !== before.featuredImage && change.imageAlt === undefined
      after.imageAlt = await describePicture(trxCtx, after.featuredImage, isNewPicture ? null : after.imageAlt)
    }
    if (isDeepStrictEqual(before, after)) return current
    const searchWords = await resolveSearchWords(trxCtx, after)
    if (!(await editing.updateArticle(trxCtx, id, { before, after, searchWords }))) throw createSlugTakenError()
    if (after.slug !== before.slug) await recordSlugChange(trxCtx, 'article', id, { from: before.slug, to: after.slug })
    const action = before.status !== 'published' && after.status === 'published' ? 'article.publish' : 'article.edit'
    await recordAudit(trxCtx, { action, subject: { type: 'article', id, title: after.title }, before, after })
    return getArticleDraft(trxCtx, id)
  })
}

/** Deletes an article permanently; its content is stored in the audit log. */
export async function deleteArticle(ctx: Context, id: number): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'articles', id)
    const article = await getArticleDraft(trxCtx, id)
    await editing.deleteArticleRow(trxCtx, id)
    if (article.status === 'published') await addTombstone(trxCtx, 'article', id, article.slug)
    await removeOldSlugs(trxCtx, 'article', id)
    const subject = { type: 'article', id, title: article.title } as const
    await recordAudit(trxCtx, { action: 'article.delete', subject, before: toFields(article) })
  })
  return { ok: true }
}

export async function previewArticle(ctx: Context, content: string) {
  const { text, problems } = await resolveReferenceValues(ctx, content, { isDraft: true })
  const draft = await renderDraft(ctx, text, 'site')
  return { ...draft, minutes: calculateReadingMinutes(draft.words), problems }
}

/** Job that publishes the scheduled articles that are due. Returns the time at which the next one is due, or null. */
export async function publishScheduledArticles(ctx: Context, now = Date.now()): Promise<NextDue> {
  const nowIso = new Date(now).toISOString()
  const next = await publication.findNextScheduled(ctx)
  if (next === null || next > nowIso) return next
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    for (const { id, title } of await publication.publishDueArticles(trxCtx, nowIso)) {
      await recordAudit(trxCtx, { action: 'article.publish', subject: { type: 'article', id, title } })
    }
  })
  return publication.findNextScheduled(ctx)
}

/** Returns the searchable text besides the title. It is the text that readers see, in which reference values are resolved. */
const resolveSearchWords = async (
  ctx: Pick<Context, 'site' | 'db'>,
  { summary, content }: { summary: string | null; content: string },
): Promise<string> => withReferenceValues(ctx, [summary, content].filter(Boolean).join(' '), true)

/** Job that updates the search texts of articles with reference values. */
export async function refreshArticleSearchTexts(ctx: Context): Promise<void> {
  for (const article of await editing.listArticlesWithReferenceValues(ctx)) {
    const searchText = editing.createArticleSearchText(article.title, await resolveSearchWords(ctx, article))
    if (searchText !== article.searchText) await editing.updateArticleSearchText(ctx, article.id, searchText)
  }
}

async function assertReferences(ctx: Context, { categoryId, authorId }: Pick<ArticleChange, 'categoryId' | 'authorId'>): Promise<void> {
  if (categoryId !== undefined) await assertCategory(ctx, categoryId)
  if (authorId && !(await editing.hasExpert(ctx, authorId)))
    throw badRequest('No such expert.', [{ path: 'authorId', message: 'No such expert.' }])
}

function getPublicationDate(requested: PublicationChange, before: PublicationChange | undefined, isDateSubmitted: boolean): string | null {
  const date = publicationDate(requested, before, isDateSubmitted)
  if (date === undefined) throw badRequest(DATE_REQUIRED, [{ path: 'publishedAt', message: DATE_REQUIRED }])
  return date
}

async function findFreeSlug(ctx: Context, title: string): Promise<string> {
  const slug = toSlug(title, MAX_GENERATED_SLUG_LENGTH) || 'article'
  const taken = await editing.listArticleSlugsLike(ctx, slug)
  const isFree = (candidate: string) => !taken.has(candidate) && !RESERVED_ARTICLE_SLUGS.includes(candidate)
  if (isFree(slug)) return slug
  for (let suffix = 2; ; suffix++) {
    if (isFree(`${slug}-${suffix}`)) return `${slug}-${suffix}`
  }
}

const toFields = (article: ArticleDraft): editing.ArticleFields => ({
  title: article.title,
  slug: article.slug,
  content: article.content,
  summary: article.summary,
  checkedOn: article.checkedOn,
  caseStudy: article.caseStudy,
  featuredImage: article.featuredImage,
  imageAlt: article.imageAlt,
  authorName: article.ownAuthorName,
  authorId: article.ownAuthorId,
  categoryId: article.categoryId,
  publishedAt: article.publishedAt,
  rating: article.rating,
  status: article.status,
})

const DATE_REQUIRED = 'A scheduled article needs a date and time in the future'
const SLUG_TAKEN_MESSAGE = 'Another article already has this slug'
const createSlugTakenError = () => conflict('article.slug_taken', SLUG_TAKEN_MESSAGE, [{ path: 'slug', message: SLUG_TAKEN_MESSAGE }])
