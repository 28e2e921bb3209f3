/**
 * Creates and validates WebAuthn challenges. The server seals each one for a purpose, an origin and five minutes instead of storing it,
 * so that unauthenticated clients cannot fill the database. Only correctly signed challenges are stored, until they expire (replay
 * protection).
 */
import type { Context } from '#platform/contract/context.ts'
import { openSealed, seal } from '#platform/config/secret-box.ts'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import { insertToken } from '#features/accounts/passwords/token.queries.ts'

/** The lifetime of a challenge, which is also the timeout of the browser's dialog. */
export const CHALLENGE_MS = 5 * 60_000

/** The WebAuthn relying party: host and origin of the request. A passkey works only on the host that it was created for. */
export interface RelyingParty {
  host: string
  origin: string
}

export function getRelyingParty({ caller }: Pick<Context, 'caller'>): RelyingParty {
  if (!caller) throw new Error('A passkey is asked for by a request.')
  return { host: new URL(caller.origin).hostname, origin: caller.origin }
}

/** What a challenge may be used for: `sign-in`, or `add:<userId>:<sessionId>` to add a passkey. */
export type ChallengePurpose = 'sign-in' | `add:${number}:${number}`

const getSealPurpose = (ctx: Pick<Context, 'site' | 'caller'>, purpose: ChallengePurpose) =>
  `passkey:${ctx.site.id}:${getRelyingParty(ctx).origin}:${purpose}`

/** @returns the bytes of a challenge that clients can neither predict nor forge */
export const makeChallenge = (ctx: Pick<Context, 'site' | 'caller'>, purpose: ChallengePurpose): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(seal(String(Date.now() + CHALLENGE_MS), getSealPurpose(ctx, purpose)))

/** @param challenge base64url, as the browser returns it */
export function isValidChallenge(ctx: Pick<Context, 'site' | 'caller'>, purpose: ChallengePurpose, challenge: string): boolean {
  const expiresAt = openSealed(Buffer.from(challenge, 'base64url').toString(), getSealPurpose(ctx, purpose))
  return expiresAt !== undefined && Number(expiresAt) > Date.now()
}

/** Stores a correctly signed challenge, so that it works once. @returns `false` if it was used before */
export const consumeChallenge = (ctx: Pick<Context, 'db'>, challenge: string, userId: number): Promise<boolean> =>
  insertToken(ctx, {
    tokenHash: `passkey:${hashToken(challenge)}`,
    purpose: 'passkey',
    userId,
    email: null,
    expiresAt: new Date(Date.now() + CHALLENGE_MS).toISOString(),
  })
