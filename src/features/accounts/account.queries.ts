import { foldText } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { SignedIn } from './account.contract.ts'
import { emailKey } from '#platform/text/parse-email.client.ts'

type DbContext = Pick<Context, 'db'>

export async function findSignedInUser(
  { db }: DbContext,
  id: number,
): Promise<Omit<SignedIn, 'unreadNotices' | 'mayDownvote'> | undefined> {
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'display_name as displayName',
      'avatar_url as avatarUrl',
      'is_admin as isAdmin',
      'level',
      'restricted_at',
      'totp_since',
      'passkey_since',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { restricted_at, totp_since, passkey_since, ...user } = row
  return { ...user, isRestricted: restricted_at !== null, hasSecondFactor: totp_since !== null || passkey_since !== null }
}

const selectAccountSecrets = ({ db }: DbContext) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'email_proved_at as emailProvedAt',
      'unconfirmed_email as unconfirmedEmail',
      'display_name as displayName',
      'password_hash as passwordHash',
      'is_admin as isAdmin',
      'totp_secret as totpSecret',
      'totp_since as totpSince',
      'passkey_since as passkeySince',
    ])
    .where('deleted_at', 'is', null)
/** An account with its password hash and TOTP secret, which must not leave the accounts feature. */
export type AccountSecrets = Awaited<ReturnType<ReturnType<typeof selectAccountSecrets>['executeTakeFirstOrThrow']>>

export const findSecretsByUsername = (ctx: DbContext, username: string): Promise<AccountSecrets | undefined> =>
  selectAccountSecrets(ctx).where('username_key', '=', username.trim().toLowerCase()).executeTakeFirst()

/** Finds the account with this confirmed email (or one that an administrator set). */
export const findSecretsByEmail = (ctx: DbContext, email: string): Promise<AccountSecrets | undefined> =>
  selectAccountSecrets(ctx).where('email', '=', emailKey(email)).executeTakeFirst()

/** Finds the newest account with this unconfirmed email. */
export const findSecretsByUnconfirmedEmail = (ctx: DbContext, email: string): Promise<AccountSecrets | undefined> =>
  selectAccountSecrets(ctx).where('unconfirmed_email', '=', emailKey(email)).orderBy('id', 'desc').limit(1).executeTakeFirst()

export const findSecretsById = (ctx: DbContext, id: number): Promise<AccountSecrets | undefined> =>
  selectAccountSecrets(ctx).where('id', '=', id).executeTakeFirst()

export interface NewAccount {
  username: string
  email: string | null
  unconfirmedEmail: string | null
  passwordHash: string
  displayName: string | null
  avatarUrl: string | null
  isAdmin: boolean
  memberSince: string
}

/** @returns the id of the account; `undefined` if the username or the confirmed email is taken */
export async function insertAccount({ db }: DbContext, account: NewAccount): Promise<number | undefined> {
  const email = account.email?.toLowerCase() ?? null
  const unconfirmedEmail = account.unconfirmedEmail?.toLowerCase() ?? null
  const row = await db
    .insertInto('users')
    .values({
      username: account.username,
      username_key: account.username.toLowerCase(),
      email,
      unconfirmed_email: unconfirmedEmail,
      password_hash: account.passwordHash,
      display_name: account.displayName,
      avatar_url: account.avatarUrl,
      is_admin: account.isAdmin,
      member_since: account.memberSince,
      search_text: foldText(account.username, email, unconfirmedEmail, account.displayName),
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function isUsernameTaken({ db }: DbContext, username: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('username_key', '=', username.toLowerCase()).executeTakeFirst()
  return row !== undefined
}

export async function updatePasswordHash({ db }: DbContext, id: number, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** Deletes the sessions, one-time tokens, recovery codes, passkeys and known browsers of an account. */
export async function deleteCredentials({ db }: DbContext, id: number): Promise<void> {
  for (const table of ['sessions', 'one_time_tokens', 'recovery_codes', 'passkeys', 'known_browsers'] as const) {
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the five tables above, all owned by this feature
    await db.deleteFrom(table).where('user_id', '=', id).execute()
  }
}
