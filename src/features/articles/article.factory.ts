import { foldText } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'

export interface ArticleOverrides {
  slug?: string
  title?: string
  summary?: string | null
  content?: string
  categoryId?: number | null
  rating?: number | null
  publishedAt?: string | null
  authorName?: string | null
}

export async function makeArticle({ db }: Pick<Context, 'db'>, given: ArticleOverrides = {}) {
  const slug = given.slug ?? `article-${crypto.randomUUID().slice(0, 8)}`
  const title = given.title ?? `Article ${slug}`
  const summary = given.summary === undefined ? 'A plain article for tests.' : given.summary
  const content = given.content ?? 'Some words.'
  const { id } = await db
    .insertInto('articles')
    .values({
      slug,
      title,
      summary,
      content,
      category_id: given.categoryId === undefined ? 1 : given.categoryId,
      rating: given.rating === undefined ? 3 : given.rating,
      published_at: given.publishedAt === undefined ? '2026-01-05T12:00:00.000Z' : given.publishedAt,
      author_name: given.authorName ?? null,
      search_text: foldText(title, summary, content),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, slug, title }
}

/** What the editor sends of a new article. */
export const articleForm = (given: object = {}) => ({
  title: `A guide ${crypto.randomUUID().slice(0, 8)}`,
  content: '## Begin\n\nWith **bold** words.',
  summary: 'What it says.',
  authorName: 'Ada Green',
  categoryId: 2,
  ...given,
})
