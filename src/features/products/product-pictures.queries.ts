/** Lists product pictures on other hosts, which the uploads feature downloads, and replaces their URLs. */
import { sql } from 'kysely'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** Must be the same as the condition of the partial index; otherwise the index is not used. */
const isRemote = sql<boolean>`image like 'http%'`

export const listRemoteProductPictures = async ({ db }: Db, limit: number): Promise<{ url: string; alt: string }[]> => {
  const rows = await db
    .selectFrom('products')
    .select(['image as url', sql<string>`coalesce(image_alt, name)`.as('alt')])
    .where(isRemote)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ url, alt }) => (url === null ? [] : [{ url, alt }]))
}

export async function replaceRemoteProductPicture({ db }: Db, oldUrl: string, newUrl: string): Promise<void> {
  await db.updateTable('products').set({ image: newUrl }).where('image', '=', oldUrl).where(isRemote).execute()
}
