/** Corrections of a profile by an administrator. The member is notified at the previous email. */
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
 * Absent fields stay unchanged. Must run in a transaction.
 * @throws AppError 409 when another account has the username or email; 403 when administrators change their own email
 */
export async function correctProfile(ctx: Context, before: AdminUser, { username, ...changes }: ProfileCorrection): Promise<void> {
  const email = changes.email?.toLowerCase()
  const isRenamed = username !== undefined && username !== before.username
  const isEmailChanged = email !== undefined && email !== before.email
  if (before.id === GUEST_ID && (isRenamed || isEmailChanged)) throw guestAccountConflict()
  if (isEmailChanged && before.id === ctx.viewer?.id) throw ownEmailError()
  if (isRenamed) await rename(ctx, before, username)
  // Also without other changes, because it updates `search_text`, which contains the username.
  await changeProfile(ctx, before.id, { ...changes, email })
  await requestAvatarDownload(ctx, changes.avatarUrl)
  if (ctx.viewer?.id === before.id) return
  if (isEmailChanged) await sendSecurityNotice(ctx, before.id, 'email', 'An administrator has changed your email address', '/account')
  if (isRenamed)
    await sendSecurityNotice(ctx, before.id, 'username', `An administrator has changed your username to ${username}`, '/account')
  if (isEmailChanged && before.email) await sendMail(ctx, emailCorrectedMail, { person: before.username }, { to: before.email })
  const to = email ?? before.email
  if (isRenamed && to) await sendMail(ctx, renamedMail, { before: before.username, after: username }, { to })
}

async function rename(ctx: Context, { id, username: before }: AdminUser, username: string): Promise<void> {
  await assertUsernameFree(ctx, username, id)
  if (before.toLowerCase() !== username.toLowerCase()) await reserveUsername(ctx, before, id)
  try {
    await queries.updateUsername(ctx, id, username)
  } catch (error) {
    throw isUniqueViolation(error) ? usernameConflict() : error
  }
}

export const guestAccountConflict = () => conflict('user.guest', 'This is the guest account. You can only rename it.')
const OWN_EMAIL = 'Change your own email address on your account page: it asks for your password.'
/** An attacker with an administrator's open session must not be able to redirect the password reset to their own email. */
const ownEmailError = () => forbidden('user.own_email', OWN_EMAIL, [{ path: 'email', message: OWN_EMAIL }])
