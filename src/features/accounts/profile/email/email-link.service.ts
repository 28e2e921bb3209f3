/**
 * Follows confirmation links. A link proves that its reader owns the mailbox, but not the account: an attacker may have entered the email
 * for an account of theirs. So the reader must be signed in to the account, know its password, or set a new one, which revokes all earlier
 * access (decision 27).
 */
import type { Context } from '#platform/contract/context.ts'
import { AppError, conflict } from '#platform/contract/errors.ts'
import type { ConfirmEmailForm } from '#features/accounts/account.contract.ts'
import type { EmailLinkState } from '#features/accounts/profile/profile.contract.ts'
import { findSecretsByEmail } from '#features/accounts/account.queries.ts'
import { verifyLinkPassword } from '#features/accounts/passwords/reauthentication.service.ts'
import { resetPasswordByLink } from '#features/accounts/passwords/password-change.service.ts'
import { confirmEmail, findEmailLink, type EmailLink } from './email-confirmation.service.ts'
import { emailConflict } from '#features/accounts/profile/profile-conflicts.ts'

/** Whether a new password may be set: not for an account with a confirmed email, which the owner of a mistyped email could take over. */
const canSetPassword = ({ account }: EmailLink) => account.email === null

const isSignedInToAccount = ({ viewer }: Context, { account }: EmailLink) => viewer?.id === account.id

export async function describeEmailLink(ctx: Context, token: string): Promise<EmailLinkState> {
  const link = await findEmailLink(ctx, token)
  return {
    username: link.account.username,
    email: link.email,
    isSignedIn: isSignedInToAccount(ctx, link),
    maySetPassword: canSetPassword(link),
  }
}

/**
 * Confirms the email, and sets `newPassword` if it is present.
 * @throws AppError 400 for an expired link or a common new password, 403 without session or correct password, 409 if another account has
 *   confirmed the email or a new password is not allowed, 429 after too many wrong passwords
 */
export async function followEmailLink(ctx: Context, { token, password, newPassword }: ConfirmEmailForm): Promise<{ email: string }> {
  const link = await findEmailLink(ctx, token)
  const { account, email } = link
  if (newPassword !== undefined) {
    if (!canSetPassword(link))
      throw conflict('auth.password_needed', 'This account has a confirmed email address. Please enter its password.')
    if (await findSecretsByEmail(ctx, email)) throw emailConflict()
    await resetPasswordByLink(ctx, link, newPassword)
    return { email }
  }
  if (!isSignedInToAccount(ctx, link)) {
    if (password === undefined) throw passwordNeededError(account.username)
    await verifyLinkPassword(ctx, link, password)
  }
  await confirmEmail(ctx, link)
  return { email }
}

const passwordNeededError = (username: string) =>
  new AppError(403, 'auth.password_needed', `Please sign in as "${username}", or enter the password of that account.`)
