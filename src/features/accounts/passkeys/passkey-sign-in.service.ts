/** Signs in with a passkey. The device verifies the user (biometrics or PIN), so a passkey replaces password and second factor. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Context } from '#platform/contract/context.ts'
import type { Session } from '#features/accounts/account.contract.ts'
import { findSecretsById, type AccountSecrets } from '#features/accounts/account.queries.ts'
import { startSession } from '#features/accounts/sign-in/sign-in.service.ts'
import { countPasskey, refundAttempt } from '#features/accounts/sign-in/throttle.service.ts'
import { consumeChallenge, getRelyingParty } from './passkey-challenge.ts'
import type { PasskeyAnswer, SignInOptions } from './passkey.contract.ts'
import { notifyPasskeyCopied } from './passkey-notifications.ts'
import * as queries from './passkey.queries.ts'
import { createSignInOptions, verifyPasskeyAssertion } from './passkey-verification.ts'

export const beginPasskeySignIn = async (ctx: Context): Promise<SignInOptions> => createSignInOptions(ctx)

export const passkeySignIn = (ctx: Context, assertion: PasskeyAnswer): Promise<Session> => signInWithPasskey(ctx, assertion, () => true)

/** Signs in administrators. Other members get the same error as for a wrong passkey. */
export const passkeyAdminLogin = (ctx: Context, assertion: PasskeyAnswer): Promise<Session> =>
  signInWithPasskey(ctx, assertion, (account) => account.isAdmin)

/** The same error for all causes, such as a closed account, a removed passkey or an expired challenge, so that none is revealed. */
const wrongPasskeyError = () =>
  new AppError(401, 'auth.passkey_wrong', 'That passkey does not belong to an account. Please try again, or use your password.')

async function signInWithPasskey(
  ctx: Context,
  assertion: PasskeyAnswer,
  isAllowed: (account: AccountSecrets) => boolean,
): Promise<Session> {
  const attempt = await countPasskey(ctx)
  const account = await findOwner(ctx, assertion)
  if (!account || !isAllowed(account)) throw wrongPasskeyError()
  await refundAttempt(ctx, attempt)
  return startSession(ctx, account)
}

/**
 * Verifies the assertion and updates the passkey's counter. Notifies the owner if the passkey may have been cloned.
 * @returns the passkey's owner; `undefined` if the assertion is invalid, replayed, or from a cloned passkey
 */
async function findOwner(ctx: Context, assertion: PasskeyAnswer): Promise<AccountSecrets | undefined> {
  const passkey = await queries.findPasskey(ctx, assertion.id, getRelyingParty(ctx).host)
  const account = passkey && (await findSecretsById(ctx, passkey.userId))
  // Accounts without a password cannot sign in.
  if (!passkey || !account?.passwordHash) return undefined
  const verified = await verifyPasskeyAssertion(ctx, assertion, passkey)
  if (!verified) return undefined
  const { challenge, counter, isBackedUp } = verified
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    if (!(await consumeChallenge(trxCtx, challenge, account.id))) return undefined
    if (await queries.updatePasskeyUse(trxCtx, passkey.id, counter, isBackedUp, new Date().toISOString())) return account
    await recordAudit(trxCtx, { action: 'session.refused', subject: { type: 'session', id: account.id, title: account.username } })
    await notifyPasskeyCopied(trxCtx, account)
    return undefined
  })
}
