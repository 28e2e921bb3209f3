import { changedColumns } from '#db/changes/changed-columns.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { foldText } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ArticleDraft } from './article-editing.contract.ts'

type DbContext = Pick<Context, 'db'>

/** Fields of an article that editors change. */
export type ArticleFields = Pick<
  ArticleDraft,
  | 'title'
  | 'slug'
  | 'content'
  | 'summary'
  | 'featuredImage'
  | 'imageAlt'
  | 'categoryId'
  | 'authorId'
  | 'publishedAt'
  | 'rating'
  | 'status'
  | 'checkedOn'
  | 'caseStudy'
> & { authorName: string | null }

const toColumns = (fields: ArticleFields) => ({
  slug: fields.slug,
  title: fields.title,
  category_id: fields.categoryId,
  author_id: fields.authorId,
  author_name: fields.authorName,
  published_at: fields.publishedAt,
  rating: fields.rating,
  featured_image: fields.featuredImage,
  image_alt: fields.imageAlt,
  status: fields.status,
  summary: fields.summary,
  checked_on: fields.checkedOn,
  case_study: fields.caseStudy === null ? null : JSON.stringify(fields.caseStudy),
  content: fields.content,
})

/**
 * Returns the columns that are derived from an edit.
 * @param searchWords searchable text besides the title, with reference values resolved
 */
const deriveColumns = ({ title }: ArticleFields, searchWords: string) => ({
  search_text: createArticleSearchText(title, searchWords),
  changed_at: new Date().toISOString(),
})

/** Inserts an article. Returns its id, or undefined if the slug is taken. */
export async function insertArticle({ db }: DbContext, fields: ArticleFields, searchWords: string): Promise<number | undefined> {
  const row = await db
    .insertInto('articles')
    .values({ ...toColumns(fields), ...deriveColumns(fields, searchWords) })
    .onConflict((oc) => oc.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Updates an article. Returns false if the slug is taken; the transaction must then be rolled back. */
export async function updateArticle(
  { db }: DbContext,
  id: number,
  { before, after, searchWords }: { before: ArticleFields; after: ArticleFields; searchWords: string },
): Promise<boolean> {
  try {
    await db
      .updateTable('articles')
      .set((eb) => ({
        ...changedColumns(toColumns(before), toColumns(after)),
        ...deriveColumns(after, searchWords),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

export async function deleteArticleRow({ db }: DbContext, id: number): Promise<void> {
  await db.deleteFrom('articles').where('id', '=', id).execute()
}

export async function hasExpert({ db }: DbContext, id: number): Promise<boolean> {
  return (await db.selectFrom('experts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Lists the current and former slugs that are equal to this one or start with it and a hyphen. */
export async function listArticleSlugsLike({ db }: DbContext, slug: string): Promise<Set<string>> {
  const [current, former] = await Promise.all([
    db
      .selectFrom('articles')
      .select('slug')
      .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug}-%`)]))
      .execute(),
    db
      .selectFrom('old_slugs')
      .select('slug')
      .where('kind', '=', 'article')
      .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug}-%`)]))
      .execute(),
  ])
  return new Set([...current, ...former].map((row) => row.slug))
}

/** Lists the articles that contain reference values. */
export const listArticlesWithReferenceValues = ({ db }: DbContext) =>
  db
    .selectFrom('articles')
    .select(['id', 'title', 'summary', 'content', 'search_text as searchText'])
    .where((eb) => eb.or([eb('content', 'like', '%{{%'), eb('summary', 'like', '%{{%')]))
    .orderBy('id')
    .execute()

/** Stores the search text. It leaves `changed_at` and `version` unchanged, as this is not an edit. */
export async function updateArticleSearchText({ db }: DbContext, id: number, searchText: string): Promise<void> {
  await db.updateTable('articles').set({ search_text: searchText }).where('id', '=', id).execute()
}

export const createArticleSearchText = (title: string, searchWords: string): string => foldText(title, searchWords)
