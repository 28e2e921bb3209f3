/** Finds and publishes scheduled articles. */
import type { Context } from '#platform/contract/context.ts'

type DbContext = Pick<Context, 'db'>

/** Returns when the next article is due, possibly in the past; null if none is scheduled. It only reads, so that cached pages stay valid while no article is due. */
export async function findNextScheduled({ db }: DbContext): Promise<string | null> {
  const next = await db
    .selectFrom('articles')
    .select('published_at')
    .where('status', '=', 'scheduled')
    .where('published_at', 'is not', null)
    .orderBy('published_at')
    .limit(1)
    .executeTakeFirst()
  return next?.published_at ?? null
}

/** Publishes the articles that are due. It increments the version, so that an editor's stale form cannot undo the publication (optimistic concurrency). */
export function publishDueArticles({ db }: DbContext, now: string): Promise<{ id: number; title: string }[]> {
  return db
    .updateTable('articles')
    .set((eb) => ({ status: 'published' as const, version: eb('version', '+', 1) }))
    .where('status', '=', 'scheduled')
    .where('published_at', '<=', now)
    .returning(['id', 'title'])
    .execute()
}
