/** Lets an administrator restore a member's access without seeing the member's credentials. */
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { sendMail } from '#features/mail/mail.service.ts'
import type { AdminUser } from '#features/users/user-admin.contract.ts'
import { getAdminUser } from '#features/users/user.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict, forbidden } from '#platform/contract/errors.ts'
import { deletePasskeysOfUser } from '#features/accounts/passkeys/passkey.queries.ts'
import { sendPasswordLink } from './password-change.service.ts'
import * as secondFactor from '#features/accounts/second-factor/second-factor.queries.ts'
import { sendSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { secondFactorOffMail } from './password.mail.ts'

const getAuditSubject = ({ id, username }: AdminUser) => ({ type: 'user', id, title: username }) as const

/** Mails the member a link to set a new password. @throws AppError 409 if the account has no email, 429 over the hourly limit */
export async function sendRecoveryLink(ctx: Context, user: AdminUser): Promise<{ ok: true }> {
  const { email } = user
  if (email === null) throw conflict('user.no_email', 'This account has no email address. Add one first.')
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await sendPasswordLink(trxCtx, { ...user, email })
    await recordAudit(trxCtx, { action: 'user.password_link', subject: getAuditSubject(user) })
  })
  return { ok: true }
}

const noSecondFactorError = () => conflict('user.no_second_factor', 'This account has no second factor.')

/**
 * Removes one-time codes, recovery codes and passkeys of a member who has lost the device. The password does not change.
 * @throws AppError 403 for the administrator's own account, 409 if the account has no second factor
 */
export async function resetSecondFactor(ctx: Context, user: AdminUser): Promise<{ ok: true }> {
  if (user.id === ctx.viewer?.id) throw forbidden('user.own_second_factor', 'Switch off your own second factor on your account page.')
  if (!user.hasSecondFactor) throw noSecondFactorError()
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'users', user.id)
    if (!(await getAdminUser(trxCtx, user.id)).hasSecondFactor) throw noSecondFactorError()
    await secondFactor.disableSecondFactor(trxCtx, user.id)
    await secondFactor.deleteRecoveryCodes(trxCtx, user.id)
    await deletePasskeysOfUser(trxCtx, user.id)
    await recordAudit(trxCtx, { action: 'user.second_factor_off', subject: getAuditSubject(user) })
    await sendSecurityNotice(trxCtx, user.id, 'second-factor', 'An administrator has switched your second factor off')
    if (user.email) await sendMail(trxCtx, secondFactorOffMail, { username: user.username }, { to: user.email })
  })
  return { ok: true }
}
