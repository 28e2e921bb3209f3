import { isUniqueViolation } from '#db/db-errors.ts'
import { foldText } from '#db/search-index.ts'
import type { Context } from '#platform/context.ts'
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
  search_text: foldText(fields.title, fields.summary, fields.content),
  changed_at: new Date().toISOString(),
})

/** @returns the id; undefined when the slug is taken */
export async function insertArticle({ db }: Db, fields: ArticleFields): Promise<number | undefined> {
  const row = await db
    .insertInto('articles')
    .values(columnsOf(fields))
    .onConflict((clash) => clash.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** @returns false when the slug is taken; the transaction must end then */
export async function updateArticle({ db }: Db, id: number, fields: ArticleFields): Promise<boolean> {
  try {
    await db.updateTable('articles').set(columnsOf(fields)).where('id', '=', id).execute()
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

/** Whether an article's time has come. Only looks, so that a site where nothing is due keeps its kept pages. */
export async function hasDueArticles({ db }: Db, at: string): Promise<boolean> {
  const due = await db
    .selectFrom('articles')
    .select('id')
    .where('status', '=', 'scheduled')
    .where('published_at', '<=', at)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

export function publishDueArticles({ db }: Db, at: string): Promise<{ id: number; title: string }[]> {
  return db
    .updateTable('articles')
    .set({ status: 'published' })
    .where('status', '=', 'scheduled')
    .where('published_at', '<=', at)
    .returning(['id', 'title'])
    .execute()
}
