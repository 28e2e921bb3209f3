/** Sign-in and sign-out. All failures have the same text and timing, so that they do not reveal accounts. */
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

const wrong = () => new AppError(401, 'auth.wrong', 'Invalid username or password')

export const signIn = (ctx: Context, form: SignInForm): Promise<Session> => authenticate(ctx, form, () => true)

/** Non-administrators get the same error as for a wrong password. */
export const adminLogin = (ctx: Context, form: SignInForm): Promise<Session> => authenticate(ctx, form, (account) => account.isAdmin)

export async function signOut(ctx: Context): Promise<Session> {
  await closeSession(ctx)
  return { user: null }
}

async function authenticate(ctx: Context, form: SignInForm, isAllowed: (account: queries.AccountSecrets) => boolean): Promise<Session> {
  const candidates = await findCandidates(ctx, form.username)
  const attempt = await countSignIn(ctx, form.username, await slotsOf(ctx, candidates))
  const matchIndex = await findMatchIndex(candidates, attempt, form.password)
  const account = matchIndex === -1 ? undefined : candidates[matchIndex]
  if (!account || !isAllowed(account)) {
    await recordWrongPassword(ctx, attempt, candidates)
    const waitS = Math.max(...attempt.slots.map((slot) => slot.waitS))
    throw waitS > 0 ? tooManyRequests('auth.too_many', waitS) : wrong()
  }
  const codeAttempt = await countCodeOf(ctx, attempt, account, form.code)
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
 * Returns the accounts that a name may mean: always one slot for a username (which cannot contain @), and always two for an email: the
 * account that has confirmed it and the newest one that claims it. Every slot verifies a hash, whether its account exists or not.
 */
const findCandidates = async (ctx: Context, name: string): Promise<Candidates> =>
  name.includes('@')
    ? [await queries.findSecretsByEmail(ctx, name), await queries.findSecretsByUnconfirmedEmail(ctx, name)]
    : [await queries.findSecretsByUsername(ctx, name)]

async function slotsOf(ctx: Context, candidates: Candidates): Promise<SignInSlot[]> {
  const slots: SignInSlot[] = []
  for (const candidate of candidates)
    slots.push({ accountId: candidate?.id, knownBrowser: candidate && (await findKnownBrowser(ctx, candidate.id)) })
  return slots
}

/** Verifies throttled accounts against the dummy hash. @returns the index of the first account whose password matches, or -1 */
async function findMatchIndex(candidates: Candidates, { slots }: SignInAttempt, password: string): Promise<number> {
  let matchIndex = -1
  for (const [index, candidate] of candidates.entries()) {
    const isThrottled = (slots[index]?.waitS ?? 0) > 0
    const isRight = await verifyPassword(isThrottled ? undefined : candidate?.passwordHash, password)
    if (isRight && matchIndex === -1) matchIndex = index
  }
  return matchIndex
}

/** Counts a code before it is verified. @returns the counted attempt; `undefined` for an account without a second factor */
async function countCodeOf(ctx: Context, attempt: SignInAttempt, account: queries.AccountSecrets, code: string | undefined) {
  if (account.totpSince === null && account.passkeySince === null) return undefined
  if (code !== undefined) return countCode(ctx, account.id)
  await refundSignIn(ctx, attempt)
  // Throws, because the code is missing.
  await verifySecondFactor(ctx, account, code)
  return undefined
}

/**
 * Starts a session after authentication and makes the browser known to the account.
 * @param before runs first, in the same transaction
 * @throws AppError 401 when the password has changed since it was verified
 */
export async function startSession(
  ctx: Context,
  account: queries.AccountSecrets,
  before?: (trxCtx: Context) => Promise<void>,
): Promise<Session> {
  const session = await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'users', account.id)
    await before?.(trxCtx)
    return openSessionInTransaction(trxCtx, account)
  })
  await resetAfterCommit(ctx, () => resetAttemptsOf(ctx, account.id))
  return session
}

/** Like `startSession`, in the caller's transaction, which must have locked the account's row. */
export async function openSessionInTransaction(ctx: Context, account: queries.AccountSecrets): Promise<Session> {
  // The password may have changed since it was verified, for example through a new owner of the account.
  const current = await queries.findSecretsById(ctx, account.id)
  if (current?.passwordHash !== account.passwordHash) throw wrong()
  await openSession(ctx, account)
  const isNew = await isNewBrowser(ctx, account.id)
  await rememberBrowser(ctx, account.id)
  if (isNew) await notifyNewBrowser(ctx, account)
  await recordActivity(ctx, account.id, new Date().toISOString())
  const viewer = { id: account.id, isAdmin: account.isAdmin }
  await recordAudit({ ...ctx, viewer }, { action: 'session.open', subject: { type: 'session', id: account.id, title: account.username } })
  return getSession({ ...ctx, viewer })
}
