/** Signs members in and out. Unknown names and wrong passwords have the same response and timing, so that they do not reveal accounts. */
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { recordActivity } from '#features/users/user.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError, tooManyRequests } from '#platform/contract/errors.ts'
import type { Session, SignInForm } from '#features/accounts/account.contract.ts'
import { getSession } from '#features/accounts/account.service.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { verifyPassword } from '#features/accounts/passwords/password.service.ts'
import { verifySecondFactor } from '#features/accounts/second-factor/second-factor.service.ts'
import { closeSession, openSession } from '#features/accounts/sessions/session.service.ts'
import { recordWrongPassword, recordWrongCodes } from './guessing.service.ts'
import { notifyNewBrowser } from './new-browser.service.ts'
import { findKnownBrowser, isNewBrowser, rememberBrowser } from './known-browser.service.ts'
import {
  countCode,
  countSignIn,
  resetAttemptsOf,
  resetAttempt,
  resetSignIn,
  refundSignIn,
  resetAfterCommit,
  type SignInAttempt,
  type SignInSlot,
} from './throttle.service.ts'

const wrongCredentialsError = () => new AppError(401, 'auth.wrong', 'Invalid username or password')

export const signIn = (ctx: Context, form: SignInForm): Promise<Session> => authenticate(ctx, form, () => true)

/** Signs in administrators. Other members get the same error as for a wrong password. */
export const adminLogin = (ctx: Context, form: SignInForm): Promise<Session> => authenticate(ctx, form, (account) => account.isAdmin)

export async function signOut(ctx: Context): Promise<Session> {
  await closeSession(ctx)
  return { user: null }
}

async function authenticate(ctx: Context, form: SignInForm, isAllowed: (account: queries.AccountSecrets) => boolean): Promise<Session> {
  const candidates = await findCandidates(ctx, form.username)
  const attempt = await countSignIn(ctx, form.username, await findSlots(ctx, candidates))
  const matchIndex = await findMatchIndex(candidates, attempt, form.password)
  const account = matchIndex === -1 ? undefined : candidates[matchIndex]
  if (!account || !isAllowed(account)) {
    await recordWrongPassword(ctx, attempt, candidates)
    const waitS = Math.max(...attempt.slots.map((slot) => slot.waitS))
    throw waitS > 0 ? tooManyRequests('auth.too_many', waitS) : wrongCredentialsError()
  }
  const codeAttempt = await countCodeAttempt(ctx, attempt, account, form.code)
  if (!codeAttempt) {
    await resetSignIn(ctx, attempt, matchIndex)
    return startSession(ctx, account)
  }
  try {
    const session = await startSession(ctx, account, (trxCtx) => verifySecondFactor(trxCtx, account, form.code))
    await resetAfterCommit(ctx, async () => {
      await resetAttempt(ctx, codeAttempt)
      await resetSignIn(ctx, attempt, matchIndex)
    })
    return session
  } catch (error) {
    if (codeAttempt?.isLast && error instanceof AppError && error.code === 'auth.code_wrong') await recordWrongCodes(ctx, account)
    throw error
  }
}

type Candidates = readonly (queries.AccountSecrets | undefined)[]

/**
 * Returns the accounts that a name may mean: always one item for a username (which cannot contain @), and always two for an email (the
 * account that has confirmed it, and the newest one that claims it). An item is `undefined` if there is no such account; a hash is verified
 * for it all the same, so that the number of accounts does not change the timing.
 */
const findCandidates = async (ctx: Context, name: string): Promise<Candidates> =>
  name.includes('@')
    ? [await queries.findSecretsByEmail(ctx, name), await queries.findSecretsByUnconfirmedEmail(ctx, name)]
    : [await queries.findSecretsByUsername(ctx, name)]

async function findSlots(ctx: Context, candidates: Candidates): Promise<SignInSlot[]> {
  const slots: SignInSlot[] = []
  for (const candidate of candidates)
    slots.push({ accountId: candidate?.id, knownBrowser: candidate && (await findKnownBrowser(ctx, candidate.id)) })
  return slots
}

/** Verifies the password of every candidate; for throttled ones against the dummy hash. @returns the index of the first match, or -1 */
async function findMatchIndex(candidates: Candidates, { slots }: SignInAttempt, password: string): Promise<number> {
  let matchIndex = -1
  for (const [index, candidate] of candidates.entries()) {
    const isThrottled = (slots[index]?.waitS ?? 0) > 0
    const isMatch = await verifyPassword(isThrottled ? undefined : candidate?.passwordHash, password)
    if (isMatch && matchIndex === -1) matchIndex = index
  }
  return matchIndex
}

/**
 * Counts a code before it is verified.
 * @returns the counted attempt; `undefined` for an account without a second factor
 * @throws AppError 401 if the code is missing, 429 after too many codes
 */
async function countCodeAttempt(ctx: Context, attempt: SignInAttempt, account: queries.AccountSecrets, code: string | undefined) {
  if (account.totpSince === null && account.passkeySince === null) return undefined
  if (code !== undefined) return countCode(ctx, account.id)
  await refundSignIn(ctx, attempt)
  // Throws, because the code is missing.
  await verifySecondFactor(ctx, account, code)
  return undefined
}

/**
 * Starts a session after authentication and makes the browser known to the account.
 * @param runBeforehand runs first, in the same transaction
 * @throws AppError 401 if the password has changed since it was verified
 */
export async function startSession(
  ctx: Context,
  account: queries.AccountSecrets,
  runBeforehand?: (trxCtx: Context) => Promise<void>,
): Promise<Session> {
  const session = await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'users', account.id)
    await runBeforehand?.(trxCtx)
    return openSessionInTransaction(trxCtx, account)
  })
  await resetAfterCommit(ctx, () => resetAttemptsOf(ctx, account.id))
  return session
}

/** Does the same as `startSession` in the caller's transaction, which must have locked or inserted the account's row. */
export async function openSessionInTransaction(ctx: Context, account: queries.AccountSecrets): Promise<Session> {
  // The password may have changed since it was verified, for example because the owner of the email has taken the account over.
  const currentAccount = await queries.findSecretsById(ctx, account.id)
  if (currentAccount?.passwordHash !== account.passwordHash) throw wrongCredentialsError()
  await openSession(ctx, account)
  const isUnknownBrowser = await isNewBrowser(ctx, account.id)
  await rememberBrowser(ctx, account.id)
  if (isUnknownBrowser) await notifyNewBrowser(ctx, account)
  await recordActivity(ctx, account.id, new Date().toISOString())
  const viewer = { id: account.id, isAdmin: account.isAdmin }
  await recordAudit({ ...ctx, viewer }, { action: 'session.open', subject: { type: 'session', id: account.id, title: account.username } })
  return getSession({ ...ctx, viewer })
}
