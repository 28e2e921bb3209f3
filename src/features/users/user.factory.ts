import type { Context, Viewer } from '#platform/contract/context.ts'

/** Makes a member and answers as they would sign in. */
export async function makeUser(
  { db }: Pick<Context, 'db'>,
  given: { username?: string; displayName?: string | null; isAdmin?: boolean; points?: number } = {},
): Promise<Viewer> {
  const username = given.username ?? `member_${crypto.randomUUID().slice(0, 8)}`
  const isAdmin = given.isAdmin ?? false
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      username_key: username.toLowerCase(),
      email: `${username}@example.org`,
      email_proved_at: new Date().toISOString(),
      password_hash: 'secret-hash',
      display_name: given.displayName === undefined ? `Member ${username}` : given.displayName,
      is_admin: isAdmin,
      reputation_points: given.points ?? 0,
      member_since: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, isAdmin }
}
