/** Selects the account data for the export of personal data. */
import type { Context } from '#platform/contract/context.ts'

type DbContext = Pick<Context, 'db'>
type Person = { id: number }

/** Selects all columns of the account that are not secret. */
export const findAccountForExport = ({ db }: DbContext, { id }: Person) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'unconfirmed_email as unconfirmedEmail',
      'display_name as displayName',
      'avatar_url as avatarUrl',
      'is_admin as isAdmin',
      'level',
      'reputation_points as reputationPoints',
      'member_since as memberSince',
      'last_active as lastActive',
      'restricted_at as restrictedAt',
      'totp_since as secondFactorSince',
      'passkey_since as passkeyAfterPasswordSince',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export const findSessionsForExport = ({ db }: DbContext, { id }: Person) =>
  db
    .selectFrom('sessions')
    .select(['browser', 'created_at as createdAt', 'last_seen_at as lastSeenAt', 'expires_at as expiresAt'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()

export const findPasskeysForExport = ({ db }: DbContext, { id }: Person) =>
  db
    .selectFrom('passkeys')
    .select(['name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
