/** Lets administrators correct the profiles of members, who are notified of a new username or email on the site and by mail. */
import { isUniqueViolation } from '#db/errors.ts'
import { sendMail } from '#features/mail/mail.service.ts'
import { emailCorrectedMail, renamedMail } from './profile.mail.ts'
import type { AdminUser, UserChange } from '#features/users/user-admin.contract.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict, forbidden } from '#platform/contract/errors.ts'
import { sendSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { changeProfile } from '#features/accounts/account.service.ts'
import * as queries from '#features/accounts/administration/administrator.queries.ts'
import { assertUsernameFree, reserveUsername } from '#features/accounts/sign-in/reserved-username.service.ts'
import { requestAvatarDownload } from './avatars/avatar-choice.service.ts'
import { usernameConflict } from './profile-conflicts.ts'

export type ProfileCorrection = Pick<UserChange, 'username' | 'displayName' | 'avatarUrl' | 'email'>

/**
 * Changes the fields that are present. Notifies the member of a new username or email, except administrators who change their own account.
 * Must run in a transaction.
 * @throws AppError 409 if another account has the username or email, if the username is reserved, or for a new one on the guest account;
 *   403 if administrators change their own email
 */
export async function correctProfile(ctx: Context, user: AdminUser, { username, ...changes }: ProfileCorrection): Promise<void> {
  const email = changes.email?.toLowerCase()
  const isRenamed = username !== undefined && username !== user.username
  const isEmailChanged = email !== undefined && email !== user.email
  if (user.id === GUEST_ID && (isRenamed || isEmailChanged)) throw guestAccountConflict()
  if (isEmailChanged && user.id === ctx.viewer?.id) throw ownEmailError()
  if (isRenamed) await changeUsername(ctx, user, username)
  // Called even without other changes, because it updates `search_text`, which contains the username.
  await changeProfile(ctx, user.id, { ...changes, email })
  await requestAvatarDownload(ctx, changes.avatarUrl)
  if (ctx.viewer?.id === user.id) return
  if (isEmailChanged) await sendSecurityNotice(ctx, user.id, 'email', 'An administrator has changed your email address', '/account')
  if (isRenamed) await sendSecurityNotice(ctx, user.id, 'username', `An administrator has changed your username to ${username}`, '/account')
  if (isEmailChanged && user.email) await sendMail(ctx, emailCorrectedMail, { person: user.username }, { to: user.email })
  const recipient = email ?? user.email
  if (isRenamed && recipient) await sendMail(ctx, renamedMail, { before: user.username, after: username }, { to: recipient })
}

async function changeUsername(ctx: Context, { id, username: formerUsername }: AdminUser, username: string): Promise<void> {
  await assertUsernameFree(ctx, username, id)
  if (formerUsername.toLowerCase() !== username.toLowerCase()) await reserveUsername(ctx, formerUsername, id)
  try {
    await queries.updateUsername(ctx, id, username)
  } catch (error) {
    throw isUniqueViolation(error) ? usernameConflict() : error
  }
}

export const guestAccountConflict = () => conflict('user.guest', 'This is the guest account. You can only rename it.')
const OWN_EMAIL_TEXT = 'Change your own email address on your account page: it asks for your password.'
/** Prevents an attacker with an administrator's open session from redirecting the password reset to another email. */
const ownEmailError = () => forbidden('user.own_email', OWN_EMAIL_TEXT, [{ path: 'email', message: OWN_EMAIL_TEXT }])
