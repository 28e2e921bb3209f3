/** What a tool's page tells of the site's own guides. */
import type { Context } from '#platform/contract/context.ts'

/** Those of the guides that this site has published, in the order given. */
export async function listGuides({ db }: Pick<Context, 'db'>, slugs: readonly string[]): Promise<{ slug: string; title: string }[]> {
  if (slugs.length === 0) return []
  const found = await db.selectFrom('articles').select(['slug', 'title', 'status']).where('slug', 'in', slugs).execute()
  // Not asked of the database: SQLite would go through all that are published.
  const published = found.filter(({ status }) => status === 'published')
  return slugs.flatMap((slug) => published.filter((one) => one.slug === slug).map(({ title }) => ({ slug, title })))
}
