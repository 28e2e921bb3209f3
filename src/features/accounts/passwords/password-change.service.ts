/** Password change with the current password, and reset by a mailed link. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import { countLimitedMail } from '#features/mail-ledger/mail-ledger.service.ts'
import { getMailGreeting } from '#features/users/mail-greeting.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError, tooManyRequests } from '#platform/contract/errors.ts'
import { cleanName } from '#wording/plain-name.ts'
import { lockRow } from '#db/lock-row.ts'
import type { ResetForm } from '#features/accounts/account.contract.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { assignEmail } from '#features/accounts/profile/email/email-confirmation.service.ts'
import { hashPassword, rejectCommonPassword } from './password.service.ts'
import { lockOwnAccount } from '#features/accounts/sessions/live-session.service.ts'
import { reauthenticate } from './reauthentication.service.ts'
import * as sessions from '#features/accounts/sessions/session.queries.ts'
import { openSession } from '#features/accounts/sessions/session.service.ts'
import { deleteOtherBrowsers, rememberBrowser } from '#features/accounts/sign-in/known-browser.service.ts'
import { resetAttemptsOf, resetAfterCommit } from '#features/accounts/sign-in/throttle.service.ts'
import { findToken, removeTokensOfUser, issueToken, consumeToken } from './token.service.ts'
import { deletePasskeysOfUser, listPasskeysOfUser, updatePasskeySince } from '#features/accounts/passkeys/passkey.queries.ts'
import { revokeEarlierAccess } from '#features/accounts/profile/email/new-ownership.service.ts'
import { deleteRecoveryCodes } from '#features/accounts/second-factor/second-factor.queries.ts'
import { sendSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { passwordChangedMail, passwordLinkMail, adminPasswordLinkMail } from './password.mail.ts'

const PURPOSE = 'password'
const HOUR_MS = 3_600_000

interface Change {
  currentPassword: string
  newPassword: string
  removePasskeys?: boolean | undefined
}

/** Ends all sessions and opens a new one for this browser, so that stolen session tokens become invalid. */
export async function changePassword(ctx: Context, { currentPassword, newPassword, removePasskeys }: Change): Promise<{ ok: true }> {
  const account = await reauthenticate(ctx, currentPassword, 'currentPassword')
  await rejectCommonPassword(newPassword, [account.username, account.email], 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockOwnAccount(trxCtx)
    await setPassword(trxCtx, account, { passwordHash, removePasskeys })
    await openSession(trxCtx, account)
  })
  return { ok: true }
}

/**
 * Mails a link for the account with this confirmed email, or else for the newest one with this unconfirmed email and no confirmed one.
 * An account with a confirmed email can only be reset through it, because the unconfirmed one may be mistyped.
 * Response and work are the same for unknown emails, so that neither content nor timing reveals accounts.
 */
export async function forgotPassword(ctx: Context, email: string): Promise<{ ok: true }> {
  const confirmed = await queries.findSecretsByEmail(ctx, email)
  const unconfirmed = await queries.findSecretsByUnconfirmedEmail(ctx, email)
  const account = confirmed ?? (unconfirmed?.email === null ? unconfirmed : undefined)
  await ctx.db.transaction().execute(async (db) => {
    if (!(await countLimitedMail({ db }, 'account.password-link', { email }))) return
    const token = await issueToken({ db }, { purpose: PURPOSE, userId: account?.id ?? null, email }, HOUR_MS)
    if (account) {
      const link = mailLink(ctx, `/reset-password#${token}`)
      const about = { username: account.username, person: getMailGreeting(account), link, isFirstProof: account.emailProvedAt === null }
      await sendMail({ ...ctx, db }, passwordLinkMail, about, { to: email.toLowerCase(), priority: 'urgent' })
    }
  })
  return { ok: true }
}

/** Sends the link on behalf of an administrator. @throws AppError 429 over the hourly limit */
export async function sendPasswordLink(ctx: Context, account: { id: number; username: string; email: string }): Promise<void> {
  const { id, username, email } = account
  if (!(await countLimitedMail(ctx, 'account.password-link-by-administrator', { email })))
    throw tooManyRequests('auth.too_many_links', HOUR_MS / 1000)
  const link = mailLink(ctx, `/reset-password#${await issueToken(ctx, { purpose: PURPOSE, userId: id, email }, HOUR_MS)}`)
  await sendMail(ctx, adminPasswordLinkMail, { username, link }, { to: email, priority: 'urgent' })
}

/** Sets a password with a link, which works once within an hour. Ends all sessions and resets the failed sign-in counters. */
export async function resetPassword(ctx: Context, { token, password, removePasskeys }: ResetForm): Promise<{ ok: true }> {
  const stored = await findToken(ctx, PURPOSE, token)
  const account = stored?.userId ? await queries.findSecretsById(ctx, stored.userId) : undefined
  // A link that was sent to a former email of the account is invalid.
  if (!account || !stored?.email || stored.email !== (account.email ?? account.unconfirmedEmail)) throw linkExpired()
  await resetPasswordByLink(ctx, { token, email: stored.email, account }, password, removePasskeys)
  return { ok: true }
}

interface ResetLink {
  token: string
  email: string
  account: queries.AccountSecrets
}

/** Sets the password; the link's token proves access to the mailbox. @throws AppError 400 for a common password or a used link */
export async function resetPasswordByLink(ctx: Context, link: ResetLink, password: string, removePasskeys?: boolean): Promise<void> {
  const { account } = link
  await rejectCommonPassword(password, [account.username, link.email])
  const passwordHash = await hashPassword(password)
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await setPassword(trxCtx, account, { passwordHash, link, removePasskeys })
    // The throttle does not delay known browsers.
    await rememberBrowser(trxCtx, account.id)
  })
  await resetAfterCommit(ctx, () => resetAttemptsOf(ctx, account.id))
}

const linkExpired = () =>
  new AppError(400, 'auth.link_expired', 'This link has expired or has already been used. Please ask for a new one.')

interface PasswordUpdate {
  passwordHash: string
  /** Absent when the current password was verified instead. */
  link?: ResetLink | undefined
  removePasskeys?: boolean | undefined
}

/** Must run in a transaction. */
async function setPassword(
  ctx: Context,
  account: queries.AccountSecrets,
  { passwordHash, link, removePasskeys }: PasswordUpdate,
): Promise<void> {
  const trxCtx = { ...ctx, viewer: ctx.viewer ?? { id: account.id, isAdmin: account.isAdmin } }
  await lockRow(ctx.db, 'users', account.id)
  // Re-read under the lock: an administrator may have changed the email meanwhile.
  const locked = await queries.findSecretsById(trxCtx, account.id)
  if (link && (locked?.email ?? locked?.unconfirmedEmail) !== link.email) throw linkExpired()
  const isFirstProof = link !== undefined && locked?.emailProvedAt === null
  if (link && !(await consumeToken(trxCtx, link.token))) throw linkExpired()
  if (isFirstProof) {
    const owner = await queries.findSecretsByEmail(trxCtx, link.email)
    if (!owner || owner.id === account.id) await assignEmail(trxCtx, owner ?? account, link.email)
    await revokeEarlierAccess(trxCtx, account.id)
  }
  await queries.updatePasswordHash(trxCtx, account.id, passwordHash)
  await removeTokensOfUser(trxCtx, PURPOSE, account.id)
  await sessions.deleteSessionsOfUser(trxCtx, account.id)
  await deleteOtherBrowsers(trxCtx, account.id)
  if (removePasskeys) await removePasskeysOf(trxCtx, account, link !== undefined)
  await recordAudit(trxCtx, { action: 'user.password', subject: subjectOf(account) })
  await sendSecurityNotice(trxCtx, account.id, 'password', 'Your password has changed')
  const to = link?.email ?? account.email
  if (!to) return
  const { username } = account
  const passkeys = (await listPasskeysOfUser(trxCtx, account.id)).map(({ name }) => cleanName(name, 'Passkey'))
  const about = { username, person: getMailGreeting(account), at: new Date().toISOString(), byLink: link !== undefined }
  const links = { link: mailLink(ctx, '/forgot-password') }
  await sendMail(trxCtx, passwordChangedMail, { ...about, ...links, passkeys, isFirstProof }, { to })
}

/** Keeps requiring a passkey after a reset by link: mailbox access must not disable a second factor. A recovery code still works. */
async function removePasskeysOf(trxCtx: Context, account: queries.AccountSecrets, isByLink: boolean): Promise<void> {
  const { length } = await listPasskeysOfUser(trxCtx, account.id)
  if (length === 0) return
  await deletePasskeysOfUser(trxCtx, account.id)
  if (isByLink) await updatePasskeySince(trxCtx, account.id, account.passkeySince)
  else if (account.totpSince === null) await deleteRecoveryCodes(trxCtx, account.id)
  await recordAudit(trxCtx, { action: 'user.passkey_removed', subject: subjectOf(account) })
}

const subjectOf = ({ id, username }: queries.AccountSecrets) => ({ type: 'user' as const, id, title: username })
