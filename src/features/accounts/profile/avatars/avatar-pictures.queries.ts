/** Finds and replaces avatar URLs: external ones, which the uploads feature downloads, and uploaded ones. */
import { sql } from 'kysely'
import type { Context } from '#platform/contract/context.ts'
import { parseUploadPath } from '#ui/pictures/picture-sizes.ts'

type DbContext = Pick<Context, 'db'>

/** Must equal the condition of the partial index on `avatar_url`, so that the index is used. */
const isRemote = sql<boolean>`avatar_url like 'http%'`

/** Lists only URLs that an administrator has requested: members must not make the server contact a host (SSRF). */
export const listRemoteAvatarPictures = async ({ db }: DbContext, limit: number): Promise<{ url: string; alt: string }[]> => {
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

export async function replaceRemoteAvatarPicture({ db }: DbContext, remoteUrl: string, uploadUrl: string): Promise<void> {
  await db.updateTable('users').set({ avatar_url: uploadUrl }).where('avatar_url', '=', remoteUrl).where(isRemote).execute()
}

const toUploadPath = (name: string) => `/uploads/${name}.webp`

/** @returns those of the picture names that members use as an avatar */
export async function findAvatarNames({ db }: DbContext, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('users').select('avatar_url').where('avatar_url', 'in', names.map(toUploadPath)).execute()
  return new Set(rows.flatMap(({ avatar_url }) => parseUploadPath(avatar_url)?.name ?? []))
}
