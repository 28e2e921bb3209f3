/** Reads and changes the member's own profile and sessions. */
import { isUniqueViolation } from '#db/errors.ts'
import type { Context } from '#platform/contract/context.ts'
import { countUnreadNotices } from '#features/notices/notice.service.ts'
import { mayDownvote } from '#features/trust/trust.policy.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { AccountForm, OwnAccount, OwnSession, Session, SignedIn } from './account.contract.ts'
import * as queries from './account.queries.ts'
import * as profiles from './profile/profile.queries.ts'
import { reauthenticate, requireViewer } from '#features/accounts/passwords/reauthentication.service.ts'
import * as sessions from '#features/accounts/sessions/session.queries.ts'
import { updateMemberHint } from '#features/accounts/sessions/member-hint.service.ts'
import { lockOwnAccount } from '#features/accounts/sessions/live-session.service.ts'
import { closeSession } from '#features/accounts/sessions/session.service.ts'
import { limitConfirmations, sendConfirmation } from '#features/accounts/profile/email/email-confirmation.service.ts'
import { findMailProblem } from '#features/accounts/profile/email/mail-problem.service.ts'
import { assertAvatarAllowed } from '#features/accounts/profile/avatars/avatar-choice.service.ts'
import { emailConflict } from '#features/accounts/profile/profile-conflicts.ts'
import { assertDisplayNameAllowed } from '#features/accounts/sign-in/reserved-username.service.ts'
import { recordEdit } from '#features/accounts/profile/profile-history.service.ts'

export async function getSession(ctx: Context): Promise<Session> {
  if (ctx.viewer) ctx.headers?.set('cache-control', 'no-store')
  const user = (ctx.viewer && (await getSignedInUser(ctx, ctx.viewer.id))) ?? null
  updateMemberHint(ctx, user)
  return { user }
}

async function getSignedInUser(ctx: Pick<Context, 'db' | 'site'>, id: number): Promise<SignedIn | undefined> {
  const user = await queries.findSignedInUser(ctx, id)
  if (!user) return undefined
  const canDownvote = user.isAdmin || mayDownvote(user.level, ctx.site.settings.newcomers)
  return { ...user, mayDownvote: canDownvote, unreadNotices: await countUnreadNotices(ctx, id) }
}

export async function getAccount(ctx: Context): Promise<OwnAccount> {
  const account = await profiles.findOwnAccount(ctx, requireViewer(ctx).id)
  if (!account) throw notFound('user')
  return { ...account, mailProblem: await findMailProblem(ctx, account) }
}

/** Changes the profile. A new email requires the password; mails go to the old email until the new one is confirmed. */
export async function changeAccount(ctx: Context, { password, email: input, ...form }: AccountForm): Promise<OwnAccount> {
  const account = await getAccount(ctx)
  await assertAvatarAllowed(ctx, account, form.avatarUrl)
  if (form.displayName !== (account.displayName ?? '')) assertDisplayNameAllowed(ctx, form.displayName)
  const email = input?.toLowerCase()
  const isEmailChange = email !== undefined && email !== (account.unconfirmedEmail ?? account.email)
  if (isEmailChange) await reauthenticate(ctx, password, 'password')
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockOwnAccount(trxCtx)
    // Re-read under the lock: a concurrent request may have made the same change.
    const currentAccount = await getAccount(trxCtx)
    const isStillChange = email !== undefined && email !== (currentAccount.unconfirmedEmail ?? currentAccount.email)
    const needsConfirmation = isStillChange && email !== currentAccount.email
    if (needsConfirmation) await limitConfirmations(trxCtx, currentAccount.id)
    await changeProfile(trxCtx, currentAccount.id, {
      ...form,
      ...(isStillChange ? { unconfirmedEmail: needsConfirmation ? email : null } : {}),
    })
    await recordEdit(trxCtx, currentAccount, pickAuditedFields(currentAccount), pickAuditedFields(await getAccount(trxCtx)))
    if (needsConfirmation) await sendConfirmation(trxCtx, currentAccount, email)
    return getAccount(trxCtx)
  })
}

export const pickAuditedFields = ({ displayName, avatarUrl, email, unconfirmedEmail }: OwnAccount) => ({
  displayName,
  avatarUrl,
  email,
  unconfirmedEmail,
})

/** Updates the fields that are present. @throws AppError 409 if another account has the email */
export async function changeProfile(ctx: Pick<Context, 'db'>, id: number, profile: profiles.Profile): Promise<void> {
  try {
    await profiles.updateProfile(ctx, id, profile)
  } catch (error) {
    throw isUniqueViolation(error) ? emailConflict() : error
  }
}

export async function listSessions(ctx: Context): Promise<OwnSession[]> {
  const { id, sessionId } = requireViewer(ctx)
  const rows = await sessions.listSessionsOfUser(ctx, id, new Date().toISOString())
  return rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }))
}

export async function endSession(ctx: Context, id: number): Promise<{ ok: true }> {
  const viewer = requireViewer(ctx)
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    if (!(await sessions.deleteSession(trxCtx, id, viewer.id))) throw notFound('session')
    if (id === viewer.sessionId) await closeSession(trxCtx)
  })
  return { ok: true }
}

export async function signOutEverywhere(ctx: Context): Promise<{ ok: true }> {
  const { id } = requireViewer(ctx)
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await sessions.deleteSessionsOfUser(trxCtx, id)
    await closeSession(trxCtx)
  })
  return { ok: true }
}
