/** Articles that appear by themselves on their day. */
import type { Context } from '#platform/context.ts'

type Db = Pick<Context, 'db'>

/** Whether an article's time has come. Only looks, so that a site where nothing is due keeps its kept pages. */
/** When the next scheduled one is due, however long ago that was. */
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

export function publishDueArticles({ db }: Db, at: string): Promise<{ id: number; title: string }[]> {
  return db
    .updateTable('articles')
    .set({ status: 'published' })
    .where('status', '=', 'scheduled')
    .where('published_at', '<=', at)
    .returning(['id', 'title'])
    .execute()
}
