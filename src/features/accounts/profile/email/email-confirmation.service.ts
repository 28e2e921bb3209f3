/**
 * An email belongs to an account once its confirmation link was followed. Several accounts may claim the same unconfirmed email.
 * To prevent account enumeration, a claimed email gets the same response, the same work and one mail, whether it is taken or not;
 * only the text of the mail differs.
 */
import { isUniqueViolation } from '#db/errors.ts'
import { getMailGreeting } from '#features/users/mail-greeting.policy.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import { countLimitedMail } from '#features/mail-ledger/mail-ledger.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError, conflict, tooManyRequests } from '#platform/contract/errors.ts'
import * as queries from '#features/accounts/account.queries.ts'
import * as profiles from '#features/accounts/profile/profile.queries.ts'
import { requireViewer } from '#features/accounts/passwords/reauthentication.service.ts'
import { consumeToken, findToken, issueToken, removeTokensOfUser } from '#features/accounts/passwords/token.service.ts'
import { sendSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { recordEdit } from '#features/accounts/profile/profile-history.service.ts'
import { emailConflict } from '#features/accounts/profile/profile-conflicts.ts'
import { confirmEmailMail, emailChangedMail, emailTakenMail } from '#features/accounts/profile/profile.mail.ts'

const PURPOSE = 'email'
const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

interface Claimant {
  id: number
  username: string
}

/** Call in the transaction that stores the email. Silently drops mails over the limit per email address. */
export async function sendConfirmation(ctx: Context, to: Claimant, input: string): Promise<void> {
  const email = input.toLowerCase()
  const isAllowed = await countLimitedMail(ctx, 'account.confirm', { email })
  const owner = await queries.findSecretsByEmail(ctx, email)
  if (!isAllowed) return
  // Issued in both cases, so that timing does not reveal the account. A token that is never mailed is harmless.
  const token = await issueToken(ctx, { purpose: PURPOSE, userId: to.id, email }, WEEK_MS)
  const envelope = { to: email, priority: 'urgent' } as const
  if (owner) {
    const links = { signInLink: mailLink(ctx, '/sign-in'), passwordLink: mailLink(ctx, '/forgot-password') }
    await sendMail(ctx, emailTakenMail, { ...nameOf(owner), ...links }, envelope)
  } else
    await sendMail(
      ctx,
      confirmEmailMail,
      { person: to.username, username: to.username, link: mailLink(ctx, `/confirm-email#${token}`) },
      envelope,
    )
}

const nameOf = (account: queries.AccountSecrets) => ({ username: account.username, person: getMailGreeting(account) })

/**
 * Counts a confirmation mail against the account's hourly limit. Call in the transaction that sends it.
 * @throws AppError 429 over the limit
 */
export async function limitConfirmations(
  ctx: Context,
  userId: number,
  purpose: 'account.confirm-new' | 'account.confirm-again' = 'account.confirm-new',
): Promise<void> {
  if (!(await countLimitedMail(ctx, purpose, { userId }))) throw tooManyRequests('auth.too_many_links', HOUR_MS / 1000)
}

/** @throws AppError 409 when no email is unconfirmed, 429 over the hourly limit */
export async function resendConfirmation(ctx: Context): Promise<{ ok: true }> {
  const account = await queries.findSecretsById(ctx, requireViewer(ctx).id)
  if (!account?.unconfirmedEmail) throw conflict('user.email_confirmed', 'Your email address is confirmed.')
  const { unconfirmedEmail: email } = account
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await limitConfirmations(trxCtx, account.id, 'account.confirm-again')
    await sendConfirmation(trxCtx, account, email)
  })
  return { ok: true }
}

/** A valid confirmation link: the account and the email to confirm. */
export interface EmailLink {
  token: string
  email: string
  account: queries.AccountSecrets
}

/** @throws AppError 400 when the link is expired, used, or for an email that the account no longer claims */
export async function findEmailLink(ctx: Context, token: string): Promise<EmailLink> {
  const stored = await findToken(ctx, PURPOSE, token)
  const account = stored?.userId ? await queries.findSecretsById(ctx, stored.userId) : undefined
  if (!account || !stored?.email || account.unconfirmedEmail !== stored.email) throw linkExpired()
  return { token, email: stored.email, account }
}

/**
 * Confirms the email of a link whose reader owns the account.
 * @throws AppError 400 for a used link, 409 when another account has confirmed the email meanwhile
 */
export async function confirmEmail(ctx: Context, { token, email, account }: EmailLink): Promise<void> {
  await ctx.db
    .transaction()
    .execute(async (db) => {
      const trxCtx = { ...ctx, db, viewer: { id: account.id, isAdmin: account.isAdmin } }
      if (!(await consumeToken(trxCtx, token))) throw linkExpired()
      await assignEmail(trxCtx, account, email)
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? emailConflict() : error
    })
}

const linkExpired = () =>
  new AppError(400, 'auth.link_expired', 'This link has expired or has already been used. Please ask for a new one.')

/** Stores the email as confirmed. Must run in a transaction. @throws a unique violation when another account has the email */
export async function assignEmail(ctx: Context, account: queries.AccountSecrets, email: string): Promise<void> {
  await profiles.updateProfile(ctx, account.id, { email, emailProvedAt: new Date().toISOString() })
  await removeTokensOfUser(ctx, PURPOSE, account.id)
  if (!account.email || account.email === email) return
  await recordEdit(ctx, account, { email: account.email }, { email })
  await sendSecurityNotice(ctx, account.id, 'email', 'Your email address has changed', '/account')
  await sendMail(ctx, emailChangedMail, nameOf(account), { to: account.email })
}
