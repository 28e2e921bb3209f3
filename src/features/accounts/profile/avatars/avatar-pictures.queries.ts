/** Pictures of members: those on other hosts, which the uploads feature fetches, and those that members have uploaded. */
import { sql } from 'kysely'
import type { Context } from '#platform/contract/context.ts'
import { parseUploadPath } from '#ui/pictures/picture-sizes.ts'

type Db = Pick<Context, 'db'>

/** The condition of the partial index, which has only these rows. */
const isRemote = sql<boolean>`avatar_url like 'http%'`

/** Only those that an administrator has requested: a member must not make the server contact a host. */
export const listRemoteAvatarPictures = async ({ db }: Db, limit: number): Promise<{ url: string; alt: string }[]> => {
  const rows = await db
    .selectFrom('users')
    .innerJoin('remote_pictures', 'remote_pictures.url', 'users.avatar_url')
    .select(['users.avatar_url as url', sql<string>`coalesce(display_name, username)`.as('alt')])
    .where(isRemote)
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ url, alt }) => (url === null ? [] : [{ url, alt }]))
}

export async function replaceRemoteAvatarPicture({ db }: Db, from: string, to: string): Promise<void> {
  await db.updateTable('users').set({ avatar_url: to }).where('avatar_url', '=', from).where(isRemote).execute()
}

const toPath = (name: string) => `/uploads/${name}.webp`

/** Those of the names that are the picture of a member. */
export async function findAvatarNames({ db }: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('users').select('avatar_url').where('avatar_url', 'in', names.map(toPath)).execute()
  return new Set(rows.flatMap(({ avatar_url }) => parseUploadPath(avatar_url)?.name ?? []))
}
