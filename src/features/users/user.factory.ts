import type { Context, Viewer } from '#platform/contract/context.ts'

/** Inserts a member. @returns the member as the viewer of a request */
export async function makeUser(
  { db }: Pick<Context, 'db'>,
  input: { username?: string; displayName?: string | null; isAdmin?: boolean; points?: number } = {},
): Promise<Viewer> {
  const username = input.username ?? `member_${crypto.randomUUID().slice(0, 8)}`
  const isAdmin = input.isAdmin ?? false
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      username_key: username.toLowerCase(),
      email: `${username}@example.org`,
      email_proved_at: new Date().toISOString(),
      password_hash: 'secret-hash',
      display_name: input.displayName === undefined ? `Member ${username}` : input.displayName,
      is_admin: isAdmin,
      reputation_points: input.points ?? 0,
      member_since: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, isAdmin }
}
