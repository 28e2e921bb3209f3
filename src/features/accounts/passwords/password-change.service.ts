/** Changes passwords: by the member with the current password, or with a mailed link. */
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

interface PasswordChangeInput {
  currentPassword: string
  newPassword: string
  removePasskeys?: boolean | undefined
}

/**
 * Changes the password. Ends all sessions and opens a new one for this browser, so that stolen session tokens become invalid.
 * @throws AppError 400 for a common password, 401 if the session has ended, and as `reauthenticate`
 */
export async function changePassword(
  ctx: Context,
  { currentPassword, newPassword, removePasskeys }: PasswordChangeInput,
): Promise<{ ok: true }> {
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
 * Mails a reset link to the account whose `email` this is, otherwise to the newest account with this unconfirmed email and no `email` of
 * its own. An account that has an `email` can only be reset through it, because its unconfirmed one may be mistyped. To prevent account
 * enumeration, a token is stored and the response is the same for unknown emails. Sends nothing over the hourly or daily limit of the
 * email.
 */
export async function forgotPassword(ctx: Context, email: string): Promise<{ ok: true }> {
  const owner = await queries.findSecretsByEmail(ctx, email)
  const claimant = await queries.findSecretsByUnconfirmedEmail(ctx, email)
  const account = owner ?? (claimant?.email === null ? claimant : undefined)
  await ctx.db.transaction().execute(async (db) => {
    if (!(await countLimitedMail({ db }, 'account.password-link', { email }))) return
    const token = await issueToken({ db }, { purpose: PURPOSE, userId: account?.id ?? null, email }, HOUR_MS)
    if (account) {
      const link = mailLink(ctx, `/reset-password#${token}`)
      const mailData = {
        username: account.username,
        person: getMailGreeting(account),
        link,
        isFirstMailboxProof: account.emailProvedAt === null,
      }
      await sendMail({ ...ctx, db }, passwordLinkMail, mailData, { to: email.toLowerCase(), priority: 'urgent' })
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

/**
 * Sets a password with a mailed link, which works once within an hour. Ends all sessions and resets the counters of failed sign-ins.
 * @throws AppError 400 for an invalid link or a common password
 */
export async function resetPassword(ctx: Context, { token, password, removePasskeys }: ResetForm): Promise<{ ok: true }> {
  const storedToken = await findToken(ctx, PURPOSE, token)
  const account = storedToken?.userId ? await queries.findSecretsById(ctx, storedToken.userId) : undefined
  // A link that was mailed to a former email of the account is invalid.
  if (!account || !storedToken?.email || storedToken.email !== (account.email ?? account.unconfirmedEmail)) throw linkExpiredError()
  await resetPasswordByLink(ctx, { token, email: storedToken.email, account }, password, removePasskeys)
  return { ok: true }
}

interface ResetLink {
  token: string
  email: string
  account: queries.AccountSecrets
}

/**
 * Sets the password with a link, whose token proves access to the mailbox.
 * @throws AppError 400 for a common password or an invalid link
 */
export async function resetPasswordByLink(ctx: Context, link: ResetLink, password: string, removePasskeys?: boolean): Promise<void> {
  const { account } = link
  await rejectCommonPassword(password, [account.username, link.email])
  const passwordHash = await hashPassword(password)
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await setPassword(trxCtx, account, { passwordHash, link, removePasskeys })
    // The throttle counts known browsers separately, so attempts by others do not delay this one.
    await rememberBrowser(trxCtx, account.id)
  })
  await resetAfterCommit(ctx, () => resetAttemptsOf(ctx, account.id))
}

const linkExpiredError = () =>
  new AppError(400, 'auth.link_expired', 'This link has expired or has already been used. Please ask for a new one.')

interface PasswordUpdate {
  passwordHash: string
  /** Absent when the current password was verified instead. */
  link?: ResetLink | undefined
  removePasskeys?: boolean | undefined
}

/**
 * Sets the password, ends all sessions and notifies the owner. If the link is the first proof of access to the mailbox, it also confirms
 * the email and revokes access that was given earlier. Must run in a transaction.
 * @throws AppError 400 if the link is used, expired or for a former email
 */
async function setPassword(
  ctx: Context,
  account: queries.AccountSecrets,
  { passwordHash, link, removePasskeys }: PasswordUpdate,
): Promise<void> {
  const trxCtx = { ...ctx, viewer: ctx.viewer ?? { id: account.id, isAdmin: account.isAdmin } }
  await lockRow(ctx.db, 'users', account.id)
  // Re-read under the lock: an administrator may have changed the email in the meantime.
  const lockedAccount = await queries.findSecretsById(trxCtx, account.id)
  if (link && (lockedAccount?.email ?? lockedAccount?.unconfirmedEmail) !== link.email) throw linkExpiredError()
  const isFirstMailboxProof = link !== undefined && lockedAccount?.emailProvedAt === null
  if (link && !(await consumeToken(trxCtx, link.token))) throw linkExpiredError()
  if (isFirstMailboxProof) {
    const owner = await queries.findSecretsByEmail(trxCtx, link.email)
    if (!owner || owner.id === account.id) await assignEmail(trxCtx, owner ?? account, link.email)
    await revokeEarlierAccess(trxCtx, account.id)
  }
  await queries.updatePasswordHash(trxCtx, account.id, passwordHash)
  await removeTokensOfUser(trxCtx, PURPOSE, account.id)
  await sessions.deleteSessionsOfUser(trxCtx, account.id)
  await deleteOtherBrowsers(trxCtx, account.id)
  if (removePasskeys) await removePasskeysOf(trxCtx, account, link !== undefined)
  await recordAudit(trxCtx, { action: 'user.password', subject: getAuditSubject(account) })
  await sendSecurityNotice(trxCtx, account.id, 'password', 'Your password has changed')
  const recipient = link?.email ?? account.email
  if (!recipient) return
  const { username } = account
  const passkeys = (await listPasskeysOfUser(trxCtx, account.id)).map(({ name }) => cleanName(name, 'Passkey'))
  const mailData = { username, person: getMailGreeting(account), at: new Date().toISOString(), byLink: link !== undefined }
  const links = { link: mailLink(ctx, '/forgot-password') }
  await sendMail(trxCtx, passwordChangedMail, { ...mailData, ...links, passkeys, isFirstMailboxProof }, { to: recipient })
}

/**
 * Removes all passkeys. After a reset by link, sign-in still requires a second factor if it did before, because access to the mailbox must
 * not disable it; the member uses a recovery code. Otherwise the recovery codes are deleted unless one-time codes are active.
 */
async function removePasskeysOf(trxCtx: Context, account: queries.AccountSecrets, isByLink: boolean): Promise<void> {
  const { length } = await listPasskeysOfUser(trxCtx, account.id)
  if (length === 0) return
  await deletePasskeysOfUser(trxCtx, account.id)
  if (isByLink) await updatePasskeySince(trxCtx, account.id, account.passkeySince)
  else if (account.totpSince === null) await deleteRecoveryCodes(trxCtx, account.id)
  await recordAudit(trxCtx, { action: 'user.passkey_removed', subject: getAuditSubject(account) })
}

const getAuditSubject = ({ id, username }: queries.AccountSecrets) => ({ type: 'user' as const, id, title: username })
