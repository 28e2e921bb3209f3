/**
 * Stores one-time tokens: those of mailed links, used TOTP time steps and challenges (replay protection), and markers that limit warnings
 * to one per hour or day.
 */
import type { Context } from '#platform/contract/context.ts'

type DbContext = Pick<Context, 'db'>

export interface OneTimeToken {
  tokenHash: string
  purpose: string
  userId: number | null
  email: string | null
  expiresAt: string
}

/** @returns `false` if the token already exists */
export async function insertToken({ db }: DbContext, { tokenHash, purpose, userId, email, expiresAt }: OneTimeToken): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('one_time_tokens')
    .values({ token_hash: tokenHash, purpose, user_id: userId, email, expires_at: expiresAt })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function insertTokens({ db }: DbContext, tokens: readonly OneTimeToken[]): Promise<void> {
  if (tokens.length === 0) return
  const rows = tokens.map(({ tokenHash, purpose, userId, email, expiresAt }) => {
    return { token_hash: tokenHash, purpose, user_id: userId, email, expires_at: expiresAt }
  })
  await db.insertInto('one_time_tokens').values(rows).execute()
}

export function findValidToken(
  { db }: DbContext,
  purpose: string,
  tokenHash: string,
  now: string,
): Promise<{ userId: number | null; email: string | null } | undefined> {
  return db
    .selectFrom('one_time_tokens')
    .select(['user_id as userId', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** @returns whether the token existed */
export async function deleteToken({ db }: DbContext, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('one_time_tokens').where('token_hash', '=', tokenHash).executeTakeFirst()
  return numDeletedRows > 0n
}

/** @param purpose the purpose of the tokens to delete; `undefined` deletes all tokens of the user */
export async function deleteTokensOfUser({ db }: DbContext, purpose: string | undefined, userId: number): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .$if(purpose !== undefined, (q) => q.where('purpose', '=', purpose ?? ''))
    .execute()
}

export async function deleteTokensOfEmail({ db }: DbContext, purpose: string, email: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('purpose', '=', purpose).where('email', '=', email).execute()
}

/** Stores the token and deletes all others with the same purpose. */
export async function replaceTokens({ db }: DbContext, token: OneTimeToken): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('purpose', '=', token.purpose).execute()
  await insertTokens({ db }, [token])
}
