/** Lists and replaces article pictures on other hosts. The uploads feature downloads them and replaces their URLs with local ones. */
import { sql } from 'kysely'
import type { Context } from '#platform/contract/context.ts'

type DbContext = Pick<Context, 'db'>

/** Condition that is equal to the one of the partial index, so that the index is used. */
const isRemote = sql<boolean>`featured_image like 'http%'`

export const listRemoteArticlePictures = async ({ db }: DbContext, limit: number): Promise<{ url: string; alt: string }[]> => {
  const rows = await db
    .selectFrom('articles')
    .select(['featured_image as url', sql<string>`coalesce(image_alt, title)`.as('alt')])
    .where(isRemote)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ url, alt }) => (url === null ? [] : [{ url, alt }]))
}

export async function replaceRemoteArticlePicture({ db }: DbContext, remoteUrl: string, localUrl: string): Promise<void> {
  await db.updateTable('articles').set({ featured_image: localUrl }).where('featured_image', '=', remoteUrl).where(isRemote).execute()
}
