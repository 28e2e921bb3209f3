/** Signing in and out. A refusal has the same text and takes the same time whatever its reason. */
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
import { tellNewBrowser } from './new-browser.service.ts'
import { findKnownBrowser, isNewBrowser, rememberBrowser } from './known-browser.service.ts'
import {
  countCode,
  countSignIn,
  forgetAttemptsOn,
  forgiveAttempt,
  forgiveSignIn,
  refundSignIn,
  resetAfterCommit,
  type SignInAttempt,
  type SignInSlot,
} from './throttle.service.ts'

const wrong = () => new AppError(401, 'auth.wrong', 'Invalid username or password')

export const signIn = (ctx: Context, form: SignInForm): Promise<Session> => enter(ctx, form, () => true)

/** A member who is not an administrator gets the response of a wrong password. */
export const adminLogin = (ctx: Context, form: SignInForm): Promise<Session> => enter(ctx, form, (account) => account.isAdmin)

export async function signOut(ctx: Context): Promise<Session> {
  await closeSession(ctx)
  return { user: null }
}

async function enter(ctx: Context, form: SignInForm, mayEnter: (account: queries.AccountSecrets) => boolean): Promise<Session> {
  const candidates = await findCandidates(ctx, form.username)
  const attempt = await countSignIn(ctx, form.username, await slotsOf(ctx, candidates))
  const opened = await findOpened(candidates, attempt, form.password)
  const account = opened === -1 ? undefined : candidates[opened]
  if (!account || !mayEnter(account)) {
    await recordWrongPassword(ctx, attempt, candidates)
    const waitS = Math.max(...attempt.slots.map((slot) => slot.waitS))
    throw waitS > 0 ? tooManyRequests('auth.too_many', waitS) : wrong()
  }
  const byCode = await countCodeOf(ctx, attempt, account, form.code)
  if (!byCode) {
    await forgiveSignIn(ctx, attempt, opened)
    return startSession(ctx, account)
  }
  try {
    const session = await startSession(ctx, account, (inside) => verifySecondFactor(inside, account, form.code))
    await resetAfterCommit(ctx, async () => {
      await forgiveAttempt(ctx, byCode)
      await forgiveSignIn(ctx, attempt, opened)
    })
    return session
  } catch (error) {
    if (byCode?.isLast && error instanceof AppError && error.code === 'auth.code_wrong') await recordWrongCodes(ctx, account)
    throw error
  }
}

type Candidates = readonly (queries.AccountSecrets | undefined)[]

/**
 * The accounts that a name may mean: always one slot for a username (no username has an at sign), and always two for an email address,
 * its confirmed holder and the last account that claimed it. As many hashes are verified whether the accounts exist or not.
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

/** An account that has to wait is verified against the dummy hash. @returns the index of the first account that the password opens, or -1 */
async function findOpened(candidates: Candidates, { slots }: SignInAttempt, password: string): Promise<number> {
  let opened = -1
  for (const [index, candidate] of candidates.entries()) {
    const isWaiting = (slots[index]?.waitS ?? 0) > 0
    const isRight = await verifyPassword(isWaiting ? undefined : candidate?.passwordHash, password)
    if (isRight && opened === -1) opened = index
  }
  return opened
}

/** @returns the attempt with a code, counted before the code is verified; undefined for an account without a second factor */
async function countCodeOf(ctx: Context, attempt: SignInAttempt, account: queries.AccountSecrets, code: string | undefined) {
  if (account.totpSince === null && account.passkeySince === null) return undefined
  if (code !== undefined) return countCode(ctx, account.id)
  await refundSignIn(ctx, attempt)
  // It throws: a code is missing.
  await verifySecondFactor(ctx, account, code)
  return undefined
}

/**
 * Starts the session of an account whose owner has just authenticated. From now on this browser is known to the account.
 * @param before in the same transaction
 */
export async function startSession(
  ctx: Context,
  account: queries.AccountSecrets,
  before?: (inside: Context) => Promise<void>,
): Promise<Session> {
  const session = await ctx.db.transaction().execute(async (db) => {
    const trxContext = { ...ctx, db }
    await lockRow(db, 'users', account.id)
    await before?.(trxContext)
    return openSessionOf(trxContext, account)
  })
  await resetAfterCommit(ctx, () => forgetAttemptsOn(ctx, account.id))
  return session
}

/** As `startSession`, in the transaction of the caller, which holds the row of the account. */
export async function openSessionOf(ctx: Context, account: queries.AccountSecrets): Promise<Session> {
  // A new password or a new owner may have ended this way in since it was verified.
  const current = await queries.findSecretsById(ctx, account.id)
  if (current?.passwordHash !== account.passwordHash) throw wrong()
  await openSession(ctx, account)
  const isNew = await isNewBrowser(ctx, account.id)
  await rememberBrowser(ctx, account.id)
  if (isNew) await tellNewBrowser(ctx, account)
  await recordActivity(ctx, account.id, new Date().toISOString())
  const viewer = { id: account.id, isAdmin: account.isAdmin }
  await recordAudit({ ...ctx, viewer }, { action: 'session.open', subject: { type: 'session', id: account.id, title: account.username } })
  return getSession({ ...ctx, viewer })
}
