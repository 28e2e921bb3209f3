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

export async function makeArticle({ db }: Pick<Context, 'db'>, overrides: ArticleOverrides = {}) {
  const slug = overrides.slug ?? `article-${crypto.randomUUID().slice(0, 8)}`
  const title = overrides.title ?? `Article ${slug}`
  const summary = overrides.summary === undefined ? 'A plain article for tests.' : overrides.summary
  const content = overrides.content ?? 'Some words.'
  const { id } = await db
    .insertInto('articles')
    .values({
      slug,
      title,
      summary,
      content,
      category_id: overrides.categoryId === undefined ? 1 : overrides.categoryId,
      rating: overrides.rating === undefined ? 3 : overrides.rating,
      published_at: overrides.publishedAt === undefined ? '2026-01-05T12:00:00.000Z' : overrides.publishedAt,
      author_name: overrides.authorName ?? null,
      search_text: foldText(title, summary, content),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, slug, title }
}

/** Returns a form with valid input for a new article. */
export const articleForm = (overrides: object = {}) => ({
  title: `A guide ${crypto.randomUUID().slice(0, 8)}`,
  content: '## Begin\n\nWith **bold** words.',
  summary: 'What it says.',
  authorName: 'Ada Green',
  categoryId: 2,
  ...overrides,
})
