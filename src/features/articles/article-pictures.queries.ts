/** Pictures of guides that lie on other hosts: the uploads room fetches them, and here they get their new address. */
import { sql } from 'kysely'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** As the index says it, which has only these rows. */
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
