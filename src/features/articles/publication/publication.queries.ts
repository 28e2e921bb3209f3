/** Scheduled publication of articles. */
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** Returns when the next article is due, possibly in the past. Read-only, so that cached pages stay valid while none is due. */
export async function findNextScheduled({ db }: Db): Promise<string | null> {
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

/** Publishes due articles. Increments the version, so that an editor's stale form cannot undo the publication (optimistic concurrency). */
export function publishDueArticles({ db }: Db, at: string): Promise<{ id: number; title: string }[]> {
  return db
    .updateTable('articles')
    .set((eb) => ({ status: 'published' as const, version: eb('version', '+', 1) }))
    .where('status', '=', 'scheduled')
    .where('published_at', '<=', at)
    .returning(['id', 'title'])
    .execute()
}
