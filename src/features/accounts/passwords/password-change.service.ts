/** Setting a new password: by a member who knows the old one, or by a link that was mailed to the account's address. */
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
import { forgetOtherBrowsers, rememberBrowser } from '#features/accounts/sign-in/known-browser.service.ts'
import { forgetAttemptsOn, resetAfterCommit } from '#features/accounts/sign-in/throttle.service.ts'
import { findToken, removeTokensOfUser, issueToken, consumeToken } from './token.service.ts'
import { deletePasskeysOfUser, listPasskeysOfUser, updatePasskeySince } from '#features/accounts/passkeys/passkey.queries.ts'
import { endEarlierAccess } from '#features/accounts/profile/email/new-ownership.service.ts'
import { deleteRecoveryCodes } from '#features/accounts/second-factor/second-factor.queries.ts'
import { mailSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { passwordChangedMail, passwordLinkMail, sentPasswordLinkMail } from './password.mail.ts'

const PURPOSE = 'password'
const HOUR_MS = 3_600_000

interface Change {
  currentPassword: string
  newPassword: string
  removePasskeys?: boolean | undefined
}

/** Ends all sessions; this browser goes on with a new one, so that a stolen session token is worthless. */
export async function changePassword(ctx: Context, { currentPassword, newPassword, removePasskeys }: Change): Promise<{ ok: true }> {
  const account = await reauthenticate(ctx, currentPassword, 'currentPassword')
  await rejectCommonPassword(newPassword, [account.username, account.email], 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  await ctx.db.transaction().execute(async (db) => {
    const trxContext = { ...ctx, db }
    await lockOwnAccount(trxContext)
    await setPassword(trxContext, account, { passwordHash, removePasskeys })
    await openSession(trxContext, account)
  })
  return { ok: true }
}

/**
 * Sends a link to the account that holds the address, or else to the last one that claimed it and has no confirmed address. An account
 * with a confirmed address is opened through that address alone: the other one may have been mistyped.
 * Returns the same, after the same work, whether there is such an account or not.
 */
export async function forgotPassword(ctx: Context, email: string): Promise<{ ok: true }> {
  const holder = await queries.findSecretsByEmail(ctx, email)
  const claimer = await queries.findSecretsByUnconfirmedEmail(ctx, email)
  const account = holder ?? (claimer?.email === null ? claimer : undefined)
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

/** The same link, sent by an administrator. @throws AppError 429 when as many have been sent as within an hour may be */
export async function sendPasswordLink(ctx: Context, account: { id: number; username: string; email: string }): Promise<void> {
  const { id, username, email } = account
  if (!(await countLimitedMail(ctx, 'account.password-link-by-administrator', { email })))
    throw tooManyRequests('auth.too_many_links', HOUR_MS / 1000)
  const link = mailLink(ctx, `/reset-password#${await issueToken(ctx, { purpose: PURPOSE, userId: id, email }, HOUR_MS)}`)
  await sendMail(ctx, sentPasswordLinkMail, { username, link }, { to: email, priority: 'urgent' })
}

/** The link works once, within the hour. Ends all sessions and resets the counters of failed sign-ins. */
export async function resetPassword(ctx: Context, { token, password, removePasskeys }: ResetForm): Promise<{ ok: true }> {
  const found = await findToken(ctx, PURPOSE, token)
  const account = found?.userId ? await queries.findSecretsById(ctx, found.userId) : undefined
  // A link that was sent to a former address of the account is worthless.
  if (!account || !found?.email || found.email !== (account.email ?? account.unconfirmedEmail)) throw linkExpired()
  await resetPasswordByLink(ctx, { token, email: found.email, account }, password, removePasskeys)
  return { ok: true }
}

interface ResetLink {
  token: string
  email: string
  account: queries.AccountSecrets
}

/** Sets the password of an account whose mail the caller reads. @throws AppError 400 for a common password or a used link */
export async function resetPasswordByLink(ctx: Context, link: ResetLink, password: string, removePasskeys?: boolean): Promise<void> {
  const { account } = link
  await rejectCommonPassword(password, [account.username, link.email])
  const passwordHash = await hashPassword(password)
  await ctx.db.transaction().execute(async (db) => {
    const trxContext = { ...ctx, db }
    await setPassword(trxContext, account, { passwordHash, link, removePasskeys })
    // A known browser is not delayed by the failed sign-ins of others.
    await rememberBrowser(trxContext, account.id)
  })
  await resetAfterCommit(ctx, () => forgetAttemptsOn(ctx, account.id))
}

const linkExpired = () => new AppError(400, 'auth.link_expired', 'This link has expired or was used already. Please ask for a new one.')

interface Settlement {
  passwordHash: string
  /** Absent where the caller knew the old password. */
  link?: ResetLink | undefined
  removePasskeys?: boolean | undefined
}

/** Call it in a transaction. */
async function setPassword(
  ctx: Context,
  account: queries.AccountSecrets,
  { passwordHash, link, removePasskeys }: Settlement,
): Promise<void> {
  const inside = { ...ctx, viewer: ctx.viewer ?? { id: account.id, isAdmin: account.isAdmin } }
  await lockRow(ctx.db, 'users', account.id)
  // Read again under the lock: an administrator may have set another address since.
  const locked = await queries.findSecretsById(inside, account.id)
  if (link && (locked?.email ?? locked?.unconfirmedEmail) !== link.email) throw linkExpired()
  const isFirstProof = link !== undefined && locked?.emailProvedAt === null
  if (link && !(await consumeToken(inside, link.token))) throw linkExpired()
  if (isFirstProof) {
    const holder = await queries.findSecretsByEmail(inside, link.email)
    if (!holder || holder.id === account.id) await assignEmail(inside, holder ?? account, link.email)
    await endEarlierAccess(inside, account.id)
  }
  await queries.updatePasswordHash(inside, account.id, passwordHash)
  await removeTokensOfUser(inside, PURPOSE, account.id)
  await sessions.deleteSessionsOfUser(inside, account.id)
  await forgetOtherBrowsers(inside, account.id)
  if (removePasskeys) await removePasskeysOf(inside, account, link !== undefined)
  await recordAudit(inside, { action: 'user.password', subject: subjectOf(account) })
  await mailSecurityNotice(inside, account.id, 'password', 'Your password has changed')
  const to = link?.email ?? account.email
  if (!to) return
  const { username } = account
  const passkeys = (await listPasskeysOfUser(inside, account.id)).map(({ name }) => cleanName(name, 'Passkey'))
  const about = { username, person: getMailGreeting(account), at: new Date().toISOString(), byLink: link !== undefined }
  const links = { link: mailLink(ctx, '/forgot-password') }
  await sendMail(inside, passwordChangedMail, { ...about, ...links, passkeys, isFirstProof }, { to })
}

/** A mailbox alone must not switch a second factor off: after a reset by link the account still asks for a recovery code. */
async function removePasskeysOf(inside: Context, account: queries.AccountSecrets, isByLink: boolean): Promise<void> {
  const { length } = await listPasskeysOfUser(inside, account.id)
  if (length === 0) return
  await deletePasskeysOfUser(inside, account.id)
  if (isByLink) await updatePasskeySince(inside, account.id, account.passkeySince)
  else if (account.totpSince === null) await deleteRecoveryCodes(inside, account.id)
  await recordAudit(inside, { action: 'user.passkey_removed', subject: subjectOf(account) })
}

const subjectOf = ({ id, username }: queries.AccountSecrets) => ({ type: 'user' as const, id, title: username })
