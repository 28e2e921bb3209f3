/** Reads the guides (articles) that a tool page links to. */
import type { Context } from '#platform/contract/context.ts'

/** Returns the published articles among `slugs`, in that order. */
export async function listGuides({ db }: Pick<Context, 'db'>, slugs: readonly string[]): Promise<{ slug: string; title: string }[]> {
  if (slugs.length === 0) return []
  const articles = await db.selectFrom('articles').select(['slug', 'title', 'status']).where('slug', 'in', slugs).execute()
  // The status is checked here: with a condition on it, SQLite would scan the index of all published articles.
  const published = articles.filter(({ status }) => status === 'published')
  return slugs.flatMap((slug) => published.filter((article) => article.slug === slug).map(({ title }) => ({ slug, title })))
}
