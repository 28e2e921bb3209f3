/** What is a member's own: profile, sessions. */
import { isUniqueViolation } from '#db/errors.ts'
import type { Context } from '#platform/contract/context.ts'
import { countUnreadNotices } from '#features/notices/notice.service.ts'
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
import { rejectForeignAvatar } from '#features/accounts/profile/avatars/avatar-choice.service.ts'
import { emailConflict } from '#features/accounts/profile/profile-conflicts.ts'
import { assertDisplayNameAllowed } from '#features/accounts/sign-in/reserved-username.service.ts'
import { recordEdit } from '#features/accounts/profile/profile-history.service.ts'

export async function getSession(ctx: Context): Promise<Session> {
  if (ctx.viewer) ctx.headers?.set('cache-control', 'no-store')
  const user = (ctx.viewer && (await findSignedIn(ctx, ctx.viewer.id))) ?? null
  updateMemberHint(ctx, user)
  return { user }
}

async function findSignedIn(ctx: Pick<Context, 'db'>, id: number): Promise<SignedIn | undefined> {
  const user = await queries.findSignedIn(ctx, id)
  return user && { ...user, unreadNotices: await countUnreadNotices(ctx, id) }
}

export async function getAccount(ctx: Context): Promise<OwnAccount> {
  const account = await profiles.findOwnAccount(ctx, requireViewer(ctx).id)
  if (!account) throw notFound('user')
  return { ...account, mailProblem: await findMailProblem(ctx, account) }
}

/** A new email address needs the password, and waits until its owner has confirmed it; mail goes to the old one until then. */
export async function changeAccount(ctx: Context, { password, email: typed, ...form }: AccountForm): Promise<OwnAccount> {
  const before = await getAccount(ctx)
  await rejectForeignAvatar(ctx, before, form.avatarUrl)
  if (form.displayName !== (before.displayName ?? '')) assertDisplayNameAllowed(ctx, form.displayName)
  const email = typed?.toLowerCase()
  const isMoving = email !== undefined && email !== (before.unconfirmedEmail ?? before.email)
  if (isMoving) await reauthenticate(ctx, password, 'password')
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await lockOwnAccount(inside)
    // Read again under the lock: the same change may have been made in the meantime.
    const current = await getAccount(inside)
    const isStillMoving = email !== undefined && email !== (current.unconfirmedEmail ?? current.email)
    const isNew = isStillMoving && email !== current.email
    if (isNew) await limitConfirmations(inside, current.id)
    await changeProfile(inside, current.id, { ...form, ...(isStillMoving ? { unconfirmedEmail: isNew ? email : null } : {}) })
    await recordEdit(inside, current, profileOf(current), profileOf(await getAccount(inside)))
    if (isNew) await sendConfirmation(inside, current, email)
    return getAccount(inside)
  })
}

export const profileOf = ({ displayName, avatarUrl, email, unconfirmedEmail }: OwnAccount) => ({
  displayName,
  avatarUrl,
  email,
  unconfirmedEmail,
})

/** Only what is given changes. @throws AppError 409 when the email address is somebody else's */
export async function changeProfile(ctx: Pick<Context, 'db'>, id: number, profile: profiles.Profile): Promise<void> {
  try {
    await profiles.updateProfile(ctx, id, profile)
  } catch (fault) {
    throw isUniqueViolation(fault) ? emailConflict() : fault
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
    const trxContext = { ...ctx, db }
    if (!(await sessions.deleteSession(trxContext, id, viewer.id))) throw notFound('session')
    if (id === viewer.sessionId) await closeSession(trxContext)
  })
  return { ok: true }
}

export async function signOutEverywhere(ctx: Context): Promise<{ ok: true }> {
  const { id } = requireViewer(ctx)
  await ctx.db.transaction().execute(async (db) => {
    const trxContext = { ...ctx, db }
    await sessions.deleteSessionsOfUser(trxContext, id)
    await closeSession(trxContext)
  })
  return { ok: true }
}
