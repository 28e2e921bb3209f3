/** Article pictures on other hosts, which the uploads feature downloads and replaces with local URLs. */
import { sql } from 'kysely'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** Must match the condition of the partial index. */
const isRemote = sql<boolean>`featured_image like 'http%'`

export const listRemoteArticlePictures = async ({ db }: Db, limit: number): Promise<{ url: string; alt: string }[]> => {
  const rows = await db
    .selectFrom('articles')
    .select(['featured_image as url', sql<string>`coalesce(image_alt, title)`.as('alt')])
    .where(isRemote)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ url, alt }) => (url === null ? [] : [{ url, alt }]))
}

export async function replaceRemoteArticlePicture({ db }: Db, from: string, to: string): Promise<void> {
  await db.updateTable('articles').set({ featured_image: to }).where('featured_image', '=', from).where(isRemote).execute()
}
