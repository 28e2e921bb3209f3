/**
 * WebAuthn challenges: sealed by the server for one purpose, origin and five minutes, so that requesting one stores no row and
 * unauthenticated clients cannot fill the database. Correctly signed challenges are stored until they expire (replay protection).
 */
import type { Context } from '#platform/contract/context.ts'
import { openSealed, seal } from '#platform/config/secret-box.ts'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import { insertToken } from '#features/accounts/passwords/token.queries.ts'

/** Lifetime of a challenge, and timeout of the browser's dialog. */
export const CHALLENGE_MS = 5 * 60_000

/** The WebAuthn relying party: the request's host. A passkey works only for the host that it was created for. */
export interface RelyingParty {
  host: string
  origin: string
}

export function relyingParty({ caller }: Pick<Context, 'caller'>): RelyingParty {
  if (!caller) throw new Error('A passkey is asked for by a request.')
  return { host: new URL(caller.origin).hostname, origin: caller.origin }
}

/** Sign-in, or adding a passkey: `add:<userId>:<sessionId>`. */
export type ChallengePurpose = 'sign-in' | `add:${number}:${number}`

const sealPurpose = (ctx: Pick<Context, 'site' | 'caller'>, purpose: ChallengePurpose) =>
  `passkey:${ctx.site.id}:${relyingParty(ctx).origin}:${purpose}`

/** @returns the challenge bytes, which clients can neither predict nor forge */
export const makeChallenge = (ctx: Pick<Context, 'site' | 'caller'>, purpose: ChallengePurpose): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(seal(String(Date.now() + CHALLENGE_MS), sealPurpose(ctx, purpose)))

/** @param challenge base64url, as the browser returns it */
export function isValidChallenge(ctx: Pick<Context, 'site' | 'caller'>, purpose: ChallengePurpose, challenge: string): boolean {
  const expiresAt = openSealed(Buffer.from(challenge, 'base64url').toString(), sealPurpose(ctx, purpose))
  return expiresAt !== undefined && Number(expiresAt) > Date.now()
}

/** Stores a correctly signed challenge. @returns `false` if it was used before */
export const consumeChallenge = (ctx: Pick<Context, 'db'>, challenge: string, userId: number): Promise<boolean> =>
  insertToken(ctx, {
    tokenHash: `passkey:${hashToken(challenge)}`,
    purpose: 'passkey',
    userId,
    email: null,
    expiresAt: new Date(Date.now() + CHALLENGE_MS).toISOString(),
  })
