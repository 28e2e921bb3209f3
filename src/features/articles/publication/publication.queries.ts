/** Scheduled publication of articles. */
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** When the next scheduled article is due; in the past if it is overdue. Read-only, so that cached pages stay valid while none is due. */
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

/** Publishes what is due. Raises the version as every edit does: an editor who has the article open must not undo the publication. */
export function publishDueArticles({ db }: Db, at: string): Promise<{ id: number; title: string }[]> {
  return db
    .updateTable('articles')
    .set((eb) => ({ status: 'published' as const, version: eb('version', '+', 1) }))
    .where('status', '=', 'scheduled')
    .where('published_at', '<=', at)
    .returning(['id', 'title'])
    .execute()
}
