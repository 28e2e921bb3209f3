import type { Context } from '#platform/context.ts'
import type { SignedIn } from './account.contract.ts'

export async function findSignedIn({ db }: Context, id: number): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'display_name as displayName',
      'avatar_url as avatarUrl',
      'is_admin as isAdmin',
      'restricted_at',
      'totp_since',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { restricted_at, totp_since, ...user } = row
  return { ...user, isRestricted: restricted_at !== null, hasSecondFactor: totp_since !== null }
}
