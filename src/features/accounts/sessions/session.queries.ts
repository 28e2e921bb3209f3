import type { Context } from '#platform/contract/context.ts'

export interface SessionRow {
  id: number
  userId: number
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  isAdmin: boolean
  restrictedAt: string | null
  hasSecondFactor: boolean
}

export async function findSessionByTokenHash({ db }: Pick<Context, 'db'>, tokenHash: string): Promise<SessionRow | undefined> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id',
      's.user_id as userId',
      's.created_at as createdAt',
      's.last_seen_at as lastSeenAt',
      's.expires_at as expiresAt',
      'u.is_admin as isAdmin',
      'u.restricted_at as restrictedAt',
      'u.totp_since as totpSince',
      'u.passkey_since as passkeySince',
    ])
    .where('s.token_hash', '=', tokenHash)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { totpSince, passkeySince, ...session } = row
  return { ...session, hasSecondFactor: totpSince !== null || passkeySince !== null }
}

export async function insertSession(
  { db }: Pick<Context, 'db'>,
  row: { userId: number; tokenHash: string; browser: string; createdAt: string; expiresAt: string },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      user_id: row.userId,
      token_hash: row.tokenHash,
      browser: row.browser,
      created_at: row.createdAt,
      last_seen_at: row.createdAt,
      expires_at: row.expiresAt,
    })
    .execute()
}

export async function hasSession({ db }: Pick<Context, 'db'>, id: number, userId: number): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('id').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

export async function updateSessionSeen({ db }: Pick<Context, 'db'>, id: number, seenAt: string, expiresAt: string): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: seenAt, expires_at: expiresAt }).where('id', '=', id).execute()
}

export function listSessionsOfUser({ db }: Pick<Context, 'db'>, userId: number, now: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'browser', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** @returns whether the user had a session with this id */
export async function deleteSession({ db }: Pick<Context, 'db'>, id: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteSessionsOfUser({ db }: Pick<Context, 'db'>, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function deleteExpiredSessions({ db }: Pick<Context, 'db'>, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

export async function deleteExpiredTokens({ db }: Pick<Context, 'db'>, now: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute()
}

/** @returns when the session was opened; `undefined` if it has ended */
export const findSessionStart = async ({ db }: Pick<Context, 'db'>, id: number): Promise<string | undefined> =>
  (await db.selectFrom('sessions').select('created_at').where('id', '=', id).executeTakeFirst())?.created_at

/** Whether any administrator of this site has a second factor. Uses the partial index on administrators. */
export const hasSecuredAdministrator = async ({ db }: Pick<Context, 'db'>): Promise<boolean> => {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb('is_admin', '=', eb.lit(true)))
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('totp_since', 'is not', null), eb('passkey_since', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
