/** An administrator puts a name or an address right. The member is told where they could be reached until now. */
import { isUniqueViolation } from '#db/errors.ts'
import { sendMail } from '#features/mail/mail.service.ts'
import { emailCorrectedMail, renamedMail } from './profile.mail.ts'
import type { AdminUser, UserChange } from '#features/users/user-admin.contract.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict, forbidden } from '#platform/contract/errors.ts'
import { mailSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { changeProfile } from '#features/accounts/account.service.ts'
import * as queries from '#features/accounts/administration/administrator.queries.ts'
import { assertUsernameFree, reserveUsername } from '#features/accounts/sign-in/reserved-username.service.ts'
import { requestAvatar } from './avatars/avatar-choice.service.ts'
import { usernameConflict } from './profile-conflicts.ts'

export type ProfileCorrection = Pick<UserChange, 'username' | 'displayName' | 'avatarUrl' | 'email'>

/**
 * Only what is given changes. Call it in a transaction.
 * @throws AppError 409 that names the field, when the username or email is somebody else's; 403 for one's own email address
 */
export async function correctProfile(ctx: Context, before: AdminUser, { username, ...given }: ProfileCorrection): Promise<void> {
  const email = given.email?.toLowerCase()
  const isRenamed = username !== undefined && username !== before.username
  const isMoved = email !== undefined && email !== before.email
  if (before.id === GUEST_ID && (isRenamed || isMoved)) throw guestAccountConflict()
  if (isMoved && before.id === ctx.viewer?.id) throw isOwnEmail()
  if (isRenamed) await rename(ctx, before, username)
  // Also with nothing in it: the text that members are searched by holds the username.
  await changeProfile(ctx, before.id, { ...given, email })
  await requestAvatar(ctx, given.avatarUrl)
  if (ctx.viewer?.id === before.id) return
  if (isMoved) await mailSecurityNotice(ctx, before.id, 'email', 'An administrator has changed your email address', '/account')
  if (isRenamed)
    await mailSecurityNotice(ctx, before.id, 'username', `An administrator has changed your username to ${username}`, '/account')
  if (isMoved && before.email) await sendMail(ctx, emailCorrectedMail, { person: before.username }, { to: before.email })
  const to = email ?? before.email
  if (isRenamed && to) await sendMail(ctx, renamedMail, { before: before.username, after: username }, { to })
}

async function rename(ctx: Context, { id, username: before }: AdminUser, username: string): Promise<void> {
  await assertUsernameFree(ctx, username, id)
  if (before.toLowerCase() !== username.toLowerCase()) await reserveUsername(ctx, before, id)
  try {
    await queries.updateUsername(ctx, id, username)
  } catch (fault) {
    throw isUniqueViolation(fault) ? usernameConflict() : fault
  }
}

export const guestAccountConflict = () => conflict('user.guest', 'This is the account that visitors post as. It can only be renamed.')
const OWN_EMAIL = 'Change your own email address on your account page: it asks for your password.'
/** Whoever finds an administrator's session open must not be able to send the next password to themselves. */
const isOwnEmail = () => forbidden('user.own_email', OWN_EMAIL, [{ path: 'email', message: OWN_EMAIL }])
