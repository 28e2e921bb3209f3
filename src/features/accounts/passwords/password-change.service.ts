/** A new password: by who knows the old one, or by who can read the account's mail. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import { countLimitedMail } from '#features/mail-ledger/mail-ledger.service.ts'
import type { Context } from '#platform/context.ts'
import { AppError, tooManyRequests } from '#platform/errors.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { assignEmail } from '#features/accounts/profile/email-confirmation.service.ts'
import { hashPassword, rejectCommonPassword } from './password.service.ts'
import { reauthenticate } from './reauthentication.service.ts'
import * as sessions from '#features/accounts/sessions/session.queries.ts'
import { openSession } from '#features/accounts/sessions/session.service.ts'
import { forgetOtherBrowsers, rememberBrowser } from '#features/accounts/sign-in/known-browser.service.ts'
import { forgetAttemptsOn } from '#features/accounts/sign-in/throttle.service.ts'
import { findToken, removeTokensOfUser, issueToken, consumeToken } from './token.service.ts'
import { mailSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { passwordChangedMail, passwordLinkMail, sentPasswordLinkMail } from './password.mail.ts'

const PURPOSE = 'password'
const HOUR_MS = 3_600_000

interface Change {
  currentPassword: string
  newPassword: string
}

/** All sessions end, and this browser goes on with a new one: whoever has the old one's token has nothing. */
export async function changePassword(ctx: Context, { currentPassword, newPassword }: Change): Promise<{ ok: true }> {
  const account = await reauthenticate(ctx, currentPassword, 'currentPassword')
  await rejectCommonPassword(newPassword, [account.username, account.email], 'newPassword')
  await settle(ctx, account, await hashPassword(newPassword))
  await openSession(ctx, account)
  return { ok: true }
}

/** Answers the same whether there is such an account or not, and a key is issued either way, so that it takes as long. */
export async function forgotPassword(ctx: Context, email: string): Promise<{ ok: true }> {
  const holder = await queries.findSecretsByEmail(ctx, email)
  const unproved = await queries.findSecretsByUnconfirmedEmail(ctx, email)
  const account = holder ?? unproved
  const to = { purpose: PURPOSE, userId: account?.id ?? null, email }
  await ctx.db.transaction().execute(async (db) => {
    if (!(await countLimitedMail({ db }, 'account.password-link', { email }))) return
    const token = await issueToken({ db }, to, HOUR_MS)
    if (account) {
      const { username, displayName } = account
      const link = mailLink(ctx, `/reset-password#${token}`)
      const about = { username, person: displayName || username, link }
      await sendMail({ ...ctx, db }, passwordLinkMail, about, { to: email.toLowerCase(), priority: 'urgent' })
    }
  })
  return { ok: true }
}

/** The same link, sent by an administrator. @throws AppError 429 when as many have been sent as within an hour may be */
export async function sendPasswordLink(ctx: Context, account: { id: number; username: string; email: string }): Promise<void> {
  const to = { purpose: PURPOSE, userId: account.id, email: account.email }
  if (!(await countLimitedMail(ctx, 'account.password-link-by-administrator', to)))
    throw tooManyRequests('auth.too_many_links', HOUR_MS / 1000)
  const link = mailLink(ctx, `/reset-password#${await issueToken(ctx, to, HOUR_MS)}`)
  await sendMail(ctx, sentPasswordLinkMail, { username: account.username, link }, { to: account.email, priority: 'urgent' })
}

/** Once, within the hour. All sessions end, and earlier wrong attempts are forgotten. */
export async function resetPassword(ctx: Context, { token, password }: { token: string; password: string }): Promise<{ ok: true }> {
  const found = await findToken(ctx, PURPOSE, token)
  const account = found?.userId ? await queries.findSecretsById(ctx, found.userId) : undefined
  // A link that went to an address which is no longer the account's opens nothing.
  if (!account || !found?.email || ![account.email, account.unconfirmedEmail].includes(found.email)) throw linkExpired()
  await rejectCommonPassword(password, [account.username, account.email])
  await settle(ctx, account, await hashPassword(password), { token, email: found.email })
  await forgetAttemptsOn(ctx, account.id)
  // Whoever reads the account's mail is not kept waiting by what strangers type.
  await rememberBrowser(ctx, account.id)
  return { ok: true }
}

const linkExpired = () => new AppError(400, 'auth.link_expired', 'This link has expired or was used already. Please ask for a new one.')

/** @param link its key must still be there; whoever has it reads the mail of the address that it went to */
async function settle(
  ctx: Context,
  account: queries.AccountSecrets,
  passwordHash: string,
  link?: { token: string; email: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db, viewer: ctx.viewer ?? { id: account.id, isAdmin: account.isAdmin } }
    if (link && !(await consumeToken(inside, link.token))) throw linkExpired()
    if (link && link.email !== account.email && !(await queries.findSecretsByEmail(inside, link.email)))
      await assignEmail(inside, account, link.email)
    await queries.updatePasswordHash(inside, account.id, passwordHash)
    await removeTokensOfUser(inside, PURPOSE, account.id)
    await sessions.deleteSessionsOfUser(inside, account.id)
    await forgetOtherBrowsers(inside, account.id)
    await recordAudit(inside, { action: 'user.password', subject: { type: 'user', id: account.id, title: account.username } })
    await mailSecurityNotice(inside, account.id, 'password', 'Your password has changed')
    const to = link?.email ?? account.email
    if (!to) return
    const { username, displayName } = account
    const about = { username, person: displayName || username, at: new Date().toISOString(), byLink: link !== undefined }
    await sendMail(inside, passwordChangedMail, { ...about, link: mailLink(ctx, '/forgot-password') }, { to })
  })
}
