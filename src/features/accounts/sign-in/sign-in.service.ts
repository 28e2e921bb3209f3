/** Signing in and out. Whoever is refused hears the same, after the same time, whatever the reason. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { markActive } from '#features/users/user.service.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/errors.ts'
import type { Session, SignInForm } from '#features/accounts/account.contract.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { verifyPassword } from '#features/accounts/passwords/password.service.ts'
import { verifySecondFactor } from '#features/accounts/second-factor/second-factor.service.ts'
import { closeSession, openSession } from '#features/accounts/sessions/session.service.ts'
import { countAttempt, resetAttempts, refundAttempt } from './throttle.service.ts'

const wrong = () => new AppError(401, 'auth.wrong', 'Invalid username or password')

export const signIn = (ctx: Context, form: SignInForm): Promise<Session> => enter(ctx, form, () => true)

/** A member who is no administrator hears what a wrong password hears. */
export const adminLogin = (ctx: Context, form: SignInForm): Promise<Session> => enter(ctx, form, (account) => account.isAdmin)

export async function signOut(ctx: Context): Promise<Session> {
  await closeSession(ctx)
  return { user: null }
}

async function enter(ctx: Context, form: SignInForm, mayEnter: (account: queries.AccountSecrets) => boolean): Promise<Session> {
  const attempt = await countAttempt(ctx, form.username)
  const account = await queries.findSecretsByLogin(ctx, form.username)
  const refuse = async (fault: unknown): Promise<never> => {
    if (attempt.isLast) await recordRefusal(ctx, account)
    throw fault
  }
  const isRight = await verifyPassword(account?.passwordHash, form.password)
  if (!account || !isRight || !mayEnter(account)) return refuse(wrong())
  if (account.totpSince !== null) {
    if (form.code === undefined) await refundAttempt(ctx, form.username)
    await verifySecondFactor(ctx, account, form.code).catch(form.code === undefined ? undefined : refuse)
  }
  return startSession(ctx, account)
}

/** Starts the session of somebody who has proved who they are. */
export async function startSession(ctx: Context, account: queries.AccountSecrets): Promise<Session> {
  await resetAttempts(ctx, [account.username, account.email])
  await openSession(ctx, account.id)
  await markActive(ctx, account.id, new Date().toISOString())
  const viewer = { id: account.id, isAdmin: account.isAdmin }
  await recordAudit({ ...ctx, viewer }, { action: 'session.open', subject: { type: 'session', id: account.id, title: account.username } })
  return { user: (await queries.findSignedIn(ctx, account.id)) ?? null }
}

/** From here on they have to wait. What was typed as a name is not kept: it may have been a password. */
const recordRefusal = (ctx: Context, account: queries.AccountSecrets | undefined) =>
  recordAudit(ctx, {
    action: 'session.refused',
    subject: { type: 'session', id: account?.id ?? null, title: account?.username ?? 'No such account' },
  })
