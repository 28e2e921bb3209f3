/** What is a member's own: profile, sessions. */
import { isUniqueViolation } from '#db/db-errors.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { queueMail } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/context.ts'
import { notFound } from '#platform/errors.ts'
import type { AccountForm, OwnAccount, OwnSession, Session } from './account.contract.ts'
import * as queries from './account.queries.ts'
import { reauthenticate, requireViewer } from '#features/accounts/passwords/reauthentication.service.ts'
import * as sessions from '#features/accounts/sessions/session.queries.ts'
import { closeSession } from '#features/accounts/sessions/session.service.ts'
import { emailConflict } from '#features/accounts/sign-in/sign-up.service.ts'

export async function getSession(ctx: Context): Promise<Session> {
  return { user: (ctx.viewer && (await queries.findSignedIn(ctx, ctx.viewer.id))) ?? null }
}

export async function getAccount(ctx: Context): Promise<OwnAccount> {
  const account = await queries.findOwnAccount(ctx, requireViewer(ctx).id)
  if (!account) throw notFound('user')
  return account
}

/** A new email address needs the password, and the old address is told. */
export async function changeAccount(ctx: Context, { password, ...form }: AccountForm): Promise<OwnAccount> {
  const before = await getAccount(ctx)
  const email = form.email?.toLowerCase()
  const isMoving = email !== undefined && email !== before.email
  if (isMoving) await reauthenticate(ctx, password, 'password')
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await changeProfile(inside, before.id, { ...form, email })
    await recordEdit(inside, before, profileOf(before), profileOf(await getAccount(inside)))
    if (isMoving && before.email) await queueMail(inside, movedLetter(ctx, before, before.email))
  })
  return getAccount(ctx)
}

const profileOf = ({ displayName, avatarUrl, email }: OwnAccount) => ({ displayName, avatarUrl, email })

/** An edit that changed nothing is not worth an entry. */
export async function recordEdit(
  ctx: Context,
  { id, username }: { id: number; username: string },
  before: object,
  after: object,
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await recordAudit(ctx, { action: 'user.edit', subject: { type: 'user', id, title: username }, before, after })
}

/** Only what is given changes. @throws AppError 409 when the email address is somebody else's */
export async function changeProfile(ctx: Pick<Context, 'db'>, id: number, profile: queries.Profile): Promise<void> {
  try {
    await queries.updateProfile(ctx, id, profile)
  } catch (fault) {
    throw isUniqueViolation(fault) ? emailConflict() : fault
  }
}

const movedLetter = ({ site }: Context, { username }: OwnAccount, to: string) => ({
  to,
  subject: `Your email address at ${site.settings.name} has changed`,
  body: `Hello ${username},

your account at ${site.settings.name} now has another email address. From here on mail goes there.

If it was not you who changed it, please write to the people who run the site at once.
`,
})

export async function listSessions(ctx: Context): Promise<OwnSession[]> {
  const { id, sessionId } = requireViewer(ctx)
  const rows = await sessions.listSessionsOfUser(ctx, id, new Date().toISOString())
  return rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }))
}

export async function endSession(ctx: Context, id: number): Promise<{ ok: true }> {
  const viewer = requireViewer(ctx)
  if (!(await sessions.deleteSession(ctx, id, viewer.id))) throw notFound('session')
  if (id === viewer.sessionId) await closeSession(ctx)
  return { ok: true }
}

export async function signOutEverywhere(ctx: Context): Promise<{ ok: true }> {
  await sessions.deleteSessionsOfUser(ctx, requireViewer(ctx).id)
  await closeSession(ctx)
  return { ok: true }
}
