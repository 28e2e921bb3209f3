/** Keys in mails: random, kept as a hash, for one purpose and a while. */
import type { Context } from '#platform/contract/context.ts'
import { hashToken, generateToken } from '#features/accounts/sessions/session.service.ts'
import * as queries from './token.queries.ts'

type Db = Pick<Context, 'db'>
export interface TokenSubject {
  purpose: string
  userId: number | null
  email: string
}

/** @returns the key itself, which exists nowhere else */
export async function issueToken(ctx: Db, { purpose, userId, email }: TokenSubject, lastsMs: number): Promise<string> {
  const token = generateToken()
  const expiresAt = new Date(Date.now() + lastsMs).toISOString()
  await queries.insertToken(ctx, { tokenHash: hashToken(token), purpose, userId, email: email.toLowerCase(), expiresAt })
  return token
}

/** One key for each address, in their order. */
export async function issueTokens(ctx: Db, purpose: string, emails: readonly string[], lastsMs: number): Promise<string[]> {
  const expiresAt = new Date(Date.now() + lastsMs).toISOString()
  const issued = emails.map((email) => ({ email: email.toLowerCase(), token: generateToken() }))
  await queries.insertTokens(
    ctx,
    issued.map(({ email, token }) => ({ tokenHash: hashToken(token), purpose, userId: null, email, expiresAt })),
  )
  return issued.map(({ token }) => token)
}

/** Who it was issued to; undefined when there is no such key any more. */
export const findToken = (ctx: Db, purpose: string, token: string): Promise<{ userId: number | null; email: string | null } | undefined> =>
  queries.findValidToken(ctx, purpose, hashToken(token), new Date().toISOString())

/** @returns whether it was still there: of two who use it at once, one comes too late */
export const consumeToken = (ctx: Db, token: string): Promise<boolean> => queries.deleteToken(ctx, hashToken(token))

/** In the place of what the purpose had before. Of a token that came from elsewhere, or is no secret, only this is known. */
export const replaceStoredToken = (ctx: Db, purpose: string, tokenHash: string, expiresAt: string): Promise<void> =>
  queries.replaceTokens(ctx, { tokenHash, purpose, userId: null, email: null, expiresAt })

export const removeStoredToken = (ctx: Db, tokenHash: string): Promise<boolean> => queries.deleteToken(ctx, tokenHash)

export const removeTokensOfUser = queries.deleteTokensOfUser
export const removeTokensOfEmail = queries.deleteTokensOfEmail
