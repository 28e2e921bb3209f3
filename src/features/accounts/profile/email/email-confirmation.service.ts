/**
 * Confirms the emails of accounts. An email belongs to an account once its confirmation link was followed; until then, several accounts may
 * claim it. To prevent account enumeration, response, amount of work and number of mails are the same whether a claimed email is taken or
 * not. Only the text of the mail differs.
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

/**
 * Mails a confirmation link, or a notice to the owner if another account has the email. Sends nothing over the hourly or daily limit of the
 * email. Call in the transaction that stores the email.
 */
export async function sendConfirmation(ctx: Context, claimant: Claimant, claimedEmail: string): Promise<void> {
  const email = claimedEmail.toLowerCase()
  const isAllowed = await countLimitedMail(ctx, 'account.confirm', { email })
  const owner = await queries.findSecretsByEmail(ctx, email)
  if (!isAllowed) return
  // The token is issued even if it is not mailed, so that timing does not reveal whether the email is taken.
  const token = await issueToken(ctx, { purpose: PURPOSE, userId: claimant.id, email }, WEEK_MS)
  const envelope = { to: email, priority: 'urgent' } as const
  if (owner) {
    const links = { signInLink: mailLink(ctx, '/sign-in'), passwordLink: mailLink(ctx, '/forgot-password') }
    await sendMail(ctx, emailTakenMail, { ...getMailNames(owner), ...links }, envelope)
  } else
    await sendMail(
      ctx,
      confirmEmailMail,
      { person: claimant.username, username: claimant.username, link: mailLink(ctx, `/confirm-email#${token}`) },
      envelope,
    )
}

const getMailNames = (account: queries.AccountSecrets) => ({ username: account.username, person: getMailGreeting(account) })

/**
 * Counts a confirmation mail against the limits of the account (`MAIL_LIMITS`). Call in the transaction that sends the mail.
 * @throws AppError 429 over the limit
 */
export async function limitConfirmations(
  ctx: Context,
  userId: number,
  purpose: 'account.confirm-new' | 'account.confirm-again' = 'account.confirm-new',
): Promise<void> {
  if (!(await countLimitedMail(ctx, purpose, { userId }))) throw tooManyRequests('auth.too_many_links', HOUR_MS / 1000)
}

/** @throws AppError 409 if the account has no unconfirmed email, 429 over the hourly limit */
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

/** A valid confirmation link with the account and the email to confirm. */
export interface EmailLink {
  token: string
  email: string
  account: queries.AccountSecrets
}

/** @throws AppError 400 if the link is expired, used, or for an email that the account no longer claims */
export async function findEmailLink(ctx: Context, token: string): Promise<EmailLink> {
  const storedToken = await findToken(ctx, PURPOSE, token)
  const account = storedToken?.userId ? await queries.findSecretsById(ctx, storedToken.userId) : undefined
  if (!account || !storedToken?.email || account.unconfirmedEmail !== storedToken.email) throw linkExpiredError()
  return { token, email: storedToken.email, account }
}

/**
 * Confirms the email of a link. The caller must have verified that the reader of the link owns the account.
 * @throws AppError 400 for a used link, 409 if another account has confirmed the email in the meantime
 */
export async function confirmEmail(ctx: Context, { token, email, account }: EmailLink): Promise<void> {
  await ctx.db
    .transaction()
    .execute(async (db) => {
      const trxCtx = { ...ctx, db, viewer: { id: account.id, isAdmin: account.isAdmin } }
      if (!(await consumeToken(trxCtx, token))) throw linkExpiredError()
      await assignEmail(trxCtx, account, email)
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? emailConflict() : error
    })
}

const linkExpiredError = () =>
  new AppError(400, 'auth.link_expired', 'This link has expired or has already been used. Please ask for a new one.')

/**
 * Stores the email as confirmed, and notifies the former email. Must run in a transaction.
 * @throws a unique violation if another account has confirmed the email
 */
export async function assignEmail(ctx: Context, account: queries.AccountSecrets, email: string): Promise<void> {
  await profiles.updateProfile(ctx, account.id, { email, emailProvedAt: new Date().toISOString() })
  await removeTokensOfUser(ctx, PURPOSE, account.id)
  if (!account.email || account.email === email) return
  await recordEdit(ctx, account, { email: account.email }, { email })
  await sendSecurityNotice(ctx, account.id, 'email', 'Your email address has changed', '/account')
  await sendMail(ctx, emailChangedMail, getMailNames(account), { to: account.email })
}
