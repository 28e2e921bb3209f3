/** Signing in and out. Whoever is refused hears the same, after the same time, whatever the reason. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { recordActivity } from '#features/users/user.service.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/errors.ts'
import type { Session, SignInForm } from '#features/accounts/account.contract.ts'
import { findSignedIn } from '#features/accounts/account.service.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { verifyPassword } from '#features/accounts/passwords/password.service.ts'
import { verifySecondFactor } from '#features/accounts/second-factor/second-factor.service.ts'
import { closeSession, openSession } from '#features/accounts/sessions/session.service.ts'
import { recordWrongPassword, recordWrongCodes } from './guessing.service.ts'
import { tellNewBrowser } from './new-browser.service.ts'
import { findKnownBrowser, isNewBrowser, rememberBrowser } from './known-browser.service.ts'
import { countCode, countSignIn, forgetAttemptsOn, forgiveAttempt, refundAttempt, type SignInAttempt } from './throttle.service.ts'

const wrong = () => new AppError(401, 'auth.wrong', 'Invalid username or password')

export const signIn = (ctx: Context, form: SignInForm): Promise<Session> => enter(ctx, form, () => true)

/** A member who is no administrator hears what a wrong password hears. */
export const adminLogin = (ctx: Context, form: SignInForm): Promise<Session> => enter(ctx, form, (account) => account.isAdmin)

export async function signOut(ctx: Context): Promise<Session> {
  await closeSession(ctx)
  return { user: null }
}

async function enter(ctx: Context, form: SignInForm, mayEnter: (account: queries.AccountSecrets) => boolean): Promise<Session> {
  const candidates = await findCandidates(ctx, form.username)
  const attempt = await countSignIn(ctx, form.username, await findBrowserOfAll(ctx, candidates))
  let account: queries.AccountSecrets | undefined
  for (const candidate of candidates) if (await verifyPassword(candidate?.passwordHash, form.password)) account ??= candidate
  if (!account || !mayEnter(account)) {
    await recordWrongPassword(ctx, attempt, account ?? candidates[0])
    throw wrong()
  }
  if (account.totpSince !== null || account.passkeySince !== null) await checkCode(ctx, attempt, account, form.code)
  await forgiveAttempt(ctx, attempt)
  return startSession(ctx, account)
}

/**
 * Whose password it may be: always one for a username (no username has an at sign), and always two for an email address, the account
 * that holds it and the last one that gave it without proof. As many hashes are verified whether they are there or not.
 */
const findCandidates = async (ctx: Context, name: string): Promise<(queries.AccountSecrets | undefined)[]> =>
  name.includes('@')
    ? [await queries.findSecretsByEmail(ctx, name), await queries.findSecretsByUnconfirmedEmail(ctx, name)]
    : [await queries.findSecretsByUsername(ctx, name)]

/** Only when all know it: whoever gives somebody's address for an account of their own must not guess at the other one. */
async function findBrowserOfAll(ctx: Context, candidates: (queries.AccountSecrets | undefined)[]): Promise<string | undefined> {
  let browser: string | undefined
  for (const candidate of candidates) {
    if (!candidate) continue
    browser = await findKnownBrowser(ctx, candidate.id)
    if (browser === undefined) return undefined
  }
  return browser
}

async function checkCode(ctx: Context, attempt: SignInAttempt, account: queries.AccountSecrets, code: string | undefined): Promise<void> {
  if (code === undefined) {
    await refundAttempt(ctx, attempt)
    return verifySecondFactor(ctx, account, code)
  }
  const byCode = await countCode(ctx, account.id)
  await verifySecondFactor(ctx, account, code).catch(async (fault: unknown) => {
    if (byCode.isLast) await recordWrongCodes(ctx, account)
    throw fault
  })
  await forgiveAttempt(ctx, byCode)
}

/** Starts the session of somebody who has proved who they are. From now on this browser is known to the account. */
export async function startSession(ctx: Context, account: queries.AccountSecrets): Promise<Session> {
  await forgetAttemptsOn(ctx, [account.username, account.email])
  await openSession(ctx, account)
  const isNew = await isNewBrowser(ctx, account.id)
  await rememberBrowser(ctx, account.id)
  if (isNew) await tellNewBrowser(ctx, account)
  await recordActivity(ctx, account.id, new Date().toISOString())
  const viewer = { id: account.id, isAdmin: account.isAdmin }
  await recordAudit({ ...ctx, viewer }, { action: 'session.open', subject: { type: 'session', id: account.id, title: account.username } })
  return { user: (await findSignedIn(ctx, account.id)) ?? null }
}
