/** Pictures of members that lie on other hosts: the uploads room fetches them, and here they get their new address. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

type Db = Pick<Context, 'db'>

/** As the index says it, which has only these rows. */
const isRemote = sql<boolean>`avatar_url like 'http%'`

export const listRemoteAvatarPictures = async ({ db }: Db, limit: number): Promise<{ url: string; alt: string }[]> => {
  const rows = await db
    .selectFrom('users')
    .select(['avatar_url as url', sql<string>`coalesce(display_name, username)`.as('alt')])
    .where(isRemote)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ url, alt }) => (url === null ? [] : [{ url, alt }]))
}

export async function replaceRemoteAvatarPicture({ db }: Db, from: string, to: string): Promise<void> {
  await db.updateTable('users').set({ avatar_url: to }).where('avatar_url', '=', from).where(isRemote).execute()
}
