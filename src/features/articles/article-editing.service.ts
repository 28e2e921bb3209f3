import { isDeepStrictEqual } from 'node:util'
import { leaveAddress } from '#features/addresses/gone.service.ts'
import { changeAddress, forgetAddresses, takeAddress } from '#features/addresses/old-slug.service.ts'
import { record } from '#features/audit/audit.service.ts'
import { assertCategory, findCategoryId } from '#features/categories/category.service.ts'
import { describePicture } from '#features/uploads/upload.service.ts'
import { holdRow } from '#db/hold-row.ts'
import type { Context } from '#platform/context.ts'
import type { Listed } from '#platform/endpoint.ts'
import { badInput, conflict, notFound } from '#platform/errors.ts'
import { renderOnce } from '#platform/markdown.ts'
import { toSlug } from '#platform/slug.client.ts'
import {
  RESERVED_ARTICLE_SLUGS,
  type ArticleAdminQuery,
  type ArticleChange,
  type ArticleDraft,
  type NewArticle,
} from './article-editing.contract.ts'
import * as editing from './article-editing.queries.ts'
import * as queries from './article.queries.ts'
import { publicationDate, type Publishing } from './publication.policy.ts'
import { readingTime } from './reading-time.ts'

/** Several people may save articles of one title at once; each finds the next free address. */
const TRIES = 5
/** Leaves room for a number behind it. */
const SLUG_MOST = 110

export async function listArticleDrafts(ctx: Context, { category, ...query }: ArticleAdminQuery): Promise<Listed<ArticleDraft>> {
  const categoryId = await findCategoryId(ctx, category)
  const { items, total } = await queries.list(ctx, { ...query, categoryId }, { ...query, view: 'card' })
  return { total, items: items.map((article) => ({ ...article, content: '' })) }
}

export async function getArticleDraft(ctx: Context, id: number): Promise<ArticleDraft> {
  const draft = await queries.findById(ctx, id)
  if (!draft) throw notFound('article')
  return draft
}

/** A slug that is not given is made from the title, and free; a given one that is taken is refused. */
export async function createArticle(ctx: Context, { slug, ...given }: NewArticle): Promise<ArticleDraft> {
  await assertReferences(ctx, given)
  const publishedAt = publicationOf({ status: given.status, publishedAt: given.publishedAt ?? null }, undefined, true)
  const imageAlt = await describePicture(ctx, given.featuredImage, given.imageAlt)
  const fields = { ...given, imageAlt, publishedAt, authorId: given.authorId ?? null, checkedOn: given.checkedOn ?? null }
  for (let tried = 0; tried < (slug === undefined ? TRIES : 1); tried++) {
    const id = await insert(ctx, { ...fields, slug: slug ?? (await freeSlug(ctx, given.title)) })
    if (id !== undefined) return getArticleDraft(ctx, id)
  }
  throw slugTaken()
}

async function insert(ctx: Context, fields: editing.Fields): Promise<number | undefined> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const id = await editing.insert(inside, fields)
    if (id === undefined) return undefined
    await takeAddress(inside, 'article', fields.slug)
    const { content: _inTheArticle, ...after } = fields
    await record(inside, { action: 'article.create', subject: { type: 'article', id, title: fields.title }, after })
    return id
  })
}

/** Only what is sent changes. A new picture does not keep the old one's description. */
export async function changeArticle(ctx: Context, id: number, change: ArticleChange): Promise<ArticleDraft> {
  await assertReferences(ctx, change)
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    if (!(await holdRow(db, 'articles', id))) throw notFound('article')
    const before = fieldsOf(await getArticleDraft(inside, id))
    const after = { ...before, ...change } as editing.Fields
    if (change.status !== undefined || change.publishedAt !== undefined)
      after.publishedAt = publicationOf(after, before, change.publishedAt !== undefined)
    if (change.featuredImage !== undefined || change.imageAlt !== undefined) {
      const isNewPicture = after.featuredImage !== before.featuredImage && change.imageAlt === undefined
      after.imageAlt = await describePicture(inside, after.featuredImage, isNewPicture ? null : after.imageAlt)
    }
    if (isDeepStrictEqual(before, after)) return
    if (!(await editing.update(inside, id, after))) throw slugTaken()
    if (after.slug !== before.slug) await changeAddress(inside, 'article', id, { from: before.slug, to: after.slug })
    const action = before.status !== 'published' && after.status === 'published' ? 'article.publish' : 'article.edit'
    await record(inside, { action, subject: { type: 'article', id, title: after.title }, before, after })
  })
  return getArticleDraft(ctx, id)
}

/** For good; what it said stays in the audit log. */
export async function deleteArticle(ctx: Context, id: number): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await holdRow(db, 'articles', id)
    const article = await getArticleDraft(inside, id)
    await editing.remove(inside, id)
    if (article.status === 'published') await leaveAddress(inside, 'article', id, article.slug)
    await forgetAddresses(inside, 'article', id)
    const subject = { type: 'article', id, title: article.title } as const
    await record(inside, { action: 'article.delete', subject, before: fieldsOf(article) })
  })
  return { ok: true }
}

export async function previewArticle(content: string) {
  return { html: renderOnce(content, 'site'), ...readingTime(content) }
}

/** The job: scheduled articles whose time has come appear. */
export async function publishDue(ctx: Context, now = Date.now()): Promise<void> {
  const at = new Date(now).toISOString()
  if (!(await editing.isAnyDue(ctx, at))) return
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    for (const { id, title } of await editing.publishDue(inside, at)) {
      await record(inside, { action: 'article.publish', subject: { type: 'article', id, title } })
    }
  })
}

async function assertReferences(ctx: Context, { categoryId, authorId }: Pick<ArticleChange, 'categoryId' | 'authorId'>): Promise<void> {
  if (categoryId !== undefined) await assertCategory(ctx, categoryId)
  if (authorId && !(await editing.isExpert(ctx, authorId)))
    throw badInput('No such expert.', [{ path: 'authorId', message: 'No such expert.' }])
}

function publicationOf(wanted: Publishing, before: Publishing | undefined, isGiven: boolean): string | null {
  const date = publicationDate(wanted, before, isGiven)
  if (date === undefined) throw badInput(NOT_YET, [{ path: 'publishedAt', message: NOT_YET }])
  return date
}

async function freeSlug(ctx: Context, title: string): Promise<string> {
  const slug = toSlug(title).slice(0, SLUG_MOST).replace(/-$/, '') || 'article'
  const taken = await editing.listSlugsLike(ctx, slug)
  const isFree = (one: string) => !taken.has(one) && !RESERVED_ARTICLE_SLUGS.includes(one)
  if (isFree(slug)) return slug
  for (let n = 2; ; n++) {
    if (isFree(`${slug}-${n}`)) return `${slug}-${n}`
  }
}

const fieldsOf = (article: ArticleDraft): editing.Fields => ({
  title: article.title,
  slug: article.slug,
  content: article.content,
  summary: article.summary,
  checkedOn: article.checkedOn,
  featuredImage: article.featuredImage,
  imageAlt: article.imageAlt,
  authorName: article.ownAuthorName,
  authorId: article.authorId,
  categoryId: article.categoryId,
  publishedAt: article.publishedAt,
  rating: article.rating,
  status: article.status,
})

const NOT_YET = 'A scheduled article needs a date and time in the future'
const TAKEN = 'Another article already has this slug'
const slugTaken = () => conflict('article.slug_taken', TAKEN, [{ path: 'slug', message: TAKEN }])
