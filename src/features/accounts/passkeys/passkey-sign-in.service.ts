/** Signing in with a passkey: the device has asked for a finger, a face or a number, so it is password and second factor in one. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Context } from '#platform/contract/context.ts'
import type { Session } from '#features/accounts/account.contract.ts'
import { findSecretsById, type AccountSecrets } from '#features/accounts/account.queries.ts'
import { startSession } from '#features/accounts/sign-in/sign-in.service.ts'
import { countPasskey, refundAttempt } from '#features/accounts/sign-in/throttle.service.ts'
import { consumeChallenge, relyingParty } from './passkey-challenge.ts'
import type { PasskeyAnswer, SignInOptions } from './passkey.contract.ts'
import { mailCopiedPasskey } from './passkey-letters.ts'
import * as queries from './passkey.queries.ts'
import { signInOptions, verifyPasskeyAnswer } from './passkey-verification.ts'

export const beginPasskeySignIn = async (ctx: Context): Promise<SignInOptions> => signInOptions(ctx)

export const passkeySignIn = (ctx: Context, answer: PasskeyAnswer): Promise<Session> => enter(ctx, answer, () => true)

/** A member who is no administrator hears what a wrong passkey hears. */
export const passkeyAdminLogin = (ctx: Context, answer: PasskeyAnswer): Promise<Session> => enter(ctx, answer, (account) => account.isAdmin)

/** Whatever the reason: of an account that is closed, a passkey that was removed, or an answer that came too late. */
const wrong = () => new AppError(401, 'auth.passkey_wrong', 'That passkey did not open an account. Please try again, or use your password.')

async function enter(ctx: Context, answer: PasskeyAnswer, mayEnter: (account: AccountSecrets) => boolean): Promise<Session> {
  const attempt = await countPasskey(ctx)
  const account = await findOwner(ctx, answer)
  if (!account || !mayEnter(account)) throw wrong()
  await refundAttempt(ctx, attempt)
  return startSession(ctx, account)
}

/** Whose passkey has answered, rightly and for the first time. */
async function findOwner(ctx: Context, answer: PasskeyAnswer): Promise<AccountSecrets | undefined> {
  const passkey = await queries.findPasskey(ctx, answer.id, relyingParty(ctx).host)
  const account = passkey && (await findSecretsById(ctx, passkey.userId))
  // Who has no password cannot sign in at all.
  if (!passkey || !account?.passwordHash) return undefined
  const verified = await verifyPasskeyAnswer(ctx, answer, passkey)
  if (!verified) return undefined
  const { challenge, counter, isBackedUp } = verified
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    if (!(await consumeChallenge(inside, challenge, account.id))) return undefined
    if (await queries.updatePasskeyUse(inside, passkey.id, counter, isBackedUp, new Date().toISOString())) return account
    await recordAudit(inside, { action: 'session.refused', subject: { type: 'session', id: account.id, title: account.username } })
    await mailCopiedPasskey(inside, account)
    return undefined
  })
}
