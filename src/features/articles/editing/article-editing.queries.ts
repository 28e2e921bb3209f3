import { changedColumns } from '#db/changes/changed-columns.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { foldText } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ArticleDraft } from './article-editing.contract.ts'

type Db = Pick<Context, 'db'>

/** What an author writes. */
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
> & { authorName: string | null }

const columnsOf = (fields: ArticleFields) => ({
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
  content: fields.content,
})

/** @param searchWords what it can be found by, beside its title: as readers see it */
const madeOf = ({ title }: ArticleFields, searchWords: string) => ({
  search_text: articleSearchText(title, searchWords),
  changed_at: new Date().toISOString(),
})

/** @returns the id; undefined when the slug is taken */
export async function insertArticle({ db }: Db, fields: ArticleFields, searchWords: string): Promise<number | undefined> {
  const row = await db
    .insertInto('articles')
    .values({ ...columnsOf(fields), ...madeOf(fields, searchWords) })
    .onConflict((clash) => clash.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** @returns false when the slug is taken; the transaction must end then */
export async function updateArticle(
  { db }: Db,
  id: number,
  { before, after, searchWords }: { before: ArticleFields; after: ArticleFields; searchWords: string },
): Promise<boolean> {
  try {
    await db
      .updateTable('articles')
      .set((eb) => ({
        ...changedColumns(columnsOf(before), columnsOf(after)),
        ...madeOf(after, searchWords),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    return true
  } catch (fault) {
    if (isUniqueViolation(fault)) return false
    throw fault
  }
}

export async function deleteArticleRow({ db }: Db, id: number): Promise<void> {
  await db.deleteFrom('articles').where('id', '=', id).execute()
}

export async function hasExpert({ db }: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('experts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Slugs in use, or in use before, that are this one or begin with it and a hyphen. */
export async function listArticleSlugsLike({ db }: Db, slug: string): Promise<Set<string>> {
  const [now, before] = await Promise.all([
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
  return new Set([...now, ...before].map((row) => row.slug))
}

/** Those whose words follow the register. */
export const listArticlesWithFigures = ({ db }: Db) =>
  db
    .selectFrom('articles')
    .select(['id', 'title', 'summary', 'content', 'search_text as searchText'])
    .where((eb) => eb.or([eb('content', 'like', '%{{%'), eb('summary', 'like', '%{{%')]))
    .orderBy('id')
    .execute()

/** Nobody has changed the article: it only says other figures now. */
export async function updateArticleSearchText({ db }: Db, id: number, searchText: string): Promise<void> {
  await db.updateTable('articles').set({ search_text: searchText }).where('id', '=', id).execute()
}

export const articleSearchText = (title: string, searchWords: string): string => foldText(title, searchWords)
