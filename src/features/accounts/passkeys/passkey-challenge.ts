/**
 * What a passkey is asked to sign: sealed by this server, for one purpose, one host and five minutes. So asking costs no row, and
 * strangers who ask and never answer fill nothing; only what was answered rightly is kept until its time is over, so that it counts once.
 */
import type { Context } from '#platform/contract/context.ts'
import { openSealed, seal } from '#platform/config/secret-box.ts'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import { insertToken } from '#features/accounts/passwords/token.queries.ts'

/** How long somebody may take with their device. */
export const CHALLENGE_MS = 5 * 60_000

/** Who asks: this very host of this very site. A passkey that was made for it works nowhere else. */
export interface RelyingParty {
  host: string
  origin: string
}

export function relyingParty({ caller }: Pick<Context, 'caller'>): RelyingParty {
  if (!caller) throw new Error('A passkey is asked for by a request.')
  return { host: new URL(caller.origin).hostname, origin: caller.origin }
}

/** What it is for: signing in, or a new passkey of one account in one session. */
export type ChallengePurpose = 'sign-in' | `add:${number}:${number}`

const sealedFor = (ctx: Pick<Context, 'site' | 'caller'>, purpose: ChallengePurpose) =>
  `passkey:${ctx.site.id}:${relyingParty(ctx).origin}:${purpose}`

/** Its bytes, which nobody can foretell or make. */
export const makeChallenge = (ctx: Pick<Context, 'site' | 'caller'>, purpose: ChallengePurpose): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(seal(String(Date.now() + CHALLENGE_MS), sealedFor(ctx, purpose)))

/** @param challenge as it came back, base64url */
export function isOpenChallenge(ctx: Pick<Context, 'site' | 'caller'>, purpose: ChallengePurpose, challenge: string): boolean {
  const until = openSealed(Buffer.from(challenge, 'base64url').toString(), sealedFor(ctx, purpose))
  return until !== undefined && Number(until) > Date.now()
}

/** Of one that was answered rightly. @returns whether it is the first time */
export const consumeChallenge = (ctx: Pick<Context, 'db'>, challenge: string, userId: number): Promise<boolean> =>
  insertToken(ctx, {
    tokenHash: `passkey:${hashToken(challenge)}`,
    purpose: 'passkey',
    userId,
    email: null,
    expiresAt: new Date(Date.now() + CHALLENGE_MS).toISOString(),
  })
