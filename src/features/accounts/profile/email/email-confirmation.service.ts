/**
 * An email address belongs to an account once its owner has followed the link that was sent to it. Until then anybody may have
 * typed it, so it blocks nobody, and nobody but its owner is told whether it has an account: the same work is done, the same
 * answer given, and one mail written, which says one thing or the other.
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
import { mailSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { recordEdit } from '#features/accounts/profile/profile-history.service.ts'
import { emailConflict } from '#features/accounts/profile/profile-conflicts.ts'
import { confirmEmailMail, emailMovedMail, emailTakenMail } from '#features/accounts/profile/profile.mail.ts'

const PURPOSE = 'email'
const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

interface Addressee {
  id: number
  username: string
}

/** Call it in the transaction that keeps the address. More mails than an address may get are left out without a word. */
export async function sendConfirmation(ctx: Context, to: Addressee, typed: string): Promise<void> {
  const email = typed.toLowerCase()
  const isAllowed = await countLimitedMail(ctx, 'account.confirm', { email })
  const holder = await queries.findSecretsByEmail(ctx, email)
  if (!isAllowed) return
  // Issued in both cases, so that both take as long. A token that is not sent opens nothing.
  const token = await issueToken(ctx, { purpose: PURPOSE, userId: to.id, email }, WEEK_MS)
  const envelope = { to: email, priority: 'urgent' } as const
  if (holder) {
    const links = { signInLink: mailLink(ctx, '/sign-in'), passwordLink: mailLink(ctx, '/forgot-password') }
    await sendMail(ctx, emailTakenMail, { ...nameOf(holder), ...links }, envelope)
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
 * Counts one more confirmation that this account asks for. Call it in the transaction that sends it.
 * @throws AppError 429 when it has asked for as many as it may
 */
export async function limitConfirmations(
  ctx: Context,
  userId: number,
  purpose: 'account.confirm-new' | 'account.confirm-again' = 'account.confirm-new',
): Promise<void> {
  if (!(await countLimitedMail(ctx, purpose, { userId }))) throw tooManyRequests('auth.too_many_links', HOUR_MS / 1000)
}

/** Once more, to one's own address. */
export async function resendConfirmation(ctx: Context): Promise<{ ok: true }> {
  const account = await queries.findSecretsById(ctx, requireViewer(ctx).id)
  if (!account?.unconfirmedEmail) throw conflict('user.email_confirmed', 'Your email address is confirmed.')
  const { unconfirmedEmail: email } = account
  await ctx.db.transaction().execute(async (db) => {
    const trxContext = { ...ctx, db }
    await limitConfirmations(trxContext, account.id, 'account.confirm-again')
    await sendConfirmation(trxContext, account, email)
  })
  return { ok: true }
}

/** An account and the address that a valid link proves to be its owner's. */
export interface EmailLink {
  token: string
  email: string
  account: queries.AccountSecrets
}

/** @throws AppError 400 for a link that is old, was used, or is for an address that the account no longer claims */
export async function findEmailLink(ctx: Context, token: string): Promise<EmailLink> {
  const found = await findToken(ctx, PURPOSE, token)
  const account = found?.userId ? await queries.findSecretsById(ctx, found.userId) : undefined
  if (!account || !found?.email || account.unconfirmedEmail !== found.email) throw linkExpired()
  return { token, email: found.email, account }
}

/** The owner of the account has followed the link. @throws AppError 409 when another account holds the address by now */
export async function confirmEmail(ctx: Context, { token, email, account }: EmailLink): Promise<void> {
  await ctx.db
    .transaction()
    .execute(async (db) => {
      const inside = { ...ctx, db, viewer: { id: account.id, isAdmin: account.isAdmin } }
      if (!(await consumeToken(inside, token))) throw linkExpired()
      await assignEmail(inside, account, email)
    })
    .catch((fault: unknown) => {
      throw isUniqueViolation(fault) ? emailConflict() : fault
    })
}

const linkExpired = () => new AppError(400, 'auth.link_expired', 'This link has expired or was used already. Please ask for a new one.')

/** The address is proved to be theirs. Call it in a transaction. @throws a unique violation when another account holds it */
export async function assignEmail(ctx: Context, account: queries.AccountSecrets, email: string): Promise<void> {
  await profiles.updateProfile(ctx, account.id, { email, emailProvedAt: new Date().toISOString() })
  await removeTokensOfUser(ctx, PURPOSE, account.id)
  if (!account.email || account.email === email) return
  await recordEdit(ctx, account, { email: account.email }, { email })
  await mailSecurityNotice(ctx, account.id, 'email', 'Your email address has changed', '/account')
  await sendMail(ctx, emailMovedMail, nameOf(account), { to: account.email })
}
