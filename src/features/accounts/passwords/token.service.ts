/** Issues and consumes the tokens of mailed links. A token is random, stored as a hash, and valid for one purpose and a limited time. */
import type { Context } from '#platform/contract/context.ts'
import { hashToken, generateToken } from '#features/accounts/sessions/session.service.ts'
import * as queries from './token.queries.ts'

type DbContext = Pick<Context, 'db'>
export interface TokenSubject {
  purpose: string
  userId: number | null
  email: string
}

/** @returns the token, of which only the hash is stored */
export async function issueToken(ctx: DbContext, { purpose, userId, email }: TokenSubject, ttlMs: number): Promise<string> {
  const token = generateToken()
  const expiresAt = new Date(Date.now() + ttlMs).toISOString()
  await queries.insertToken(ctx, { tokenHash: hashToken(token), purpose, userId, email: email.toLowerCase(), expiresAt })
  return token
}

/** @returns one token per email, in the same order */
export async function issueTokens(ctx: DbContext, purpose: string, emails: readonly string[], ttlMs: number): Promise<string[]> {
  const expiresAt = new Date(Date.now() + ttlMs).toISOString()
  const issuedTokens = emails.map((email) => ({ email: email.toLowerCase(), token: generateToken() }))
  await queries.insertTokens(
    ctx,
    issuedTokens.map(({ email, token }) => ({ tokenHash: hashToken(token), purpose, userId: null, email, expiresAt })),
  )
  return issuedTokens.map(({ token }) => token)
}

/** @returns the user and email that the token was issued to; `undefined` if it is used, expired or unknown */
export const findToken = (
  ctx: DbContext,
  purpose: string,
  token: string,
): Promise<{ userId: number | null; email: string | null } | undefined> =>
  queries.findValidToken(ctx, purpose, hashToken(token), new Date().toISOString())

/** Deletes the token. @returns whether it was still unused; of concurrent calls only one gets `true` */
export const consumeToken = (ctx: DbContext, token: string): Promise<boolean> => queries.deleteToken(ctx, hashToken(token))

/** Replaces all tokens of the purpose with this one, which was issued elsewhere and belongs to no user or email. */
export const replaceStoredToken = (ctx: DbContext, purpose: string, tokenHash: string, expiresAt: string): Promise<void> =>
  queries.replaceTokens(ctx, { tokenHash, purpose, userId: null, email: null, expiresAt })

export const removeStoredToken = (ctx: DbContext, tokenHash: string): Promise<boolean> => queries.deleteToken(ctx, tokenHash)

export const removeTokensOfUser = queries.deleteTokensOfUser
export const removeTokensOfEmail = queries.deleteTokensOfEmail
