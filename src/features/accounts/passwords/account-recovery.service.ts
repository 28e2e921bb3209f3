/** What an administrator can do for a member who cannot get in. Neither shows the administrator anything that opens the account. */
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
import { mailSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { secondFactorOffMail } from './password.mail.ts'

const subjectOf = ({ id, username }: AdminUser) => ({ type: 'user', id, title: username }) as const

/** @throws AppError 409 without an address to send it to, 429 when several have just been sent */
export async function sendRecoveryLink(ctx: Context, user: AdminUser): Promise<{ ok: true }> {
  const { email } = user
  if (email === null) throw conflict('user.no_email', 'This account has no email address. Give it one first.')
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await sendPasswordLink(inside, { ...user, email })
    await recordAudit(inside, { action: 'user.password_link', subject: subjectOf(user) })
  })
  return { ok: true }
}

const noSecondFactor = () => conflict('user.no_second_factor', 'This account has no second factor.')

/** For somebody who has lost their telephone and their recovery codes: what lay on it opens nothing any more. Their password is asked as before. */
export async function resetSecondFactor(ctx: Context, user: AdminUser): Promise<{ ok: true }> {
  if (user.id === ctx.viewer?.id)
    throw forbidden('user.own_second_factor', 'You switch your own off on your account page, with your password.')
  if (!user.hasSecondFactor) throw noSecondFactor()
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await lockRow(db, 'users', user.id)
    if (!(await getAdminUser(inside, user.id)).hasSecondFactor) throw noSecondFactor()
    await secondFactor.disableSecondFactor(inside, user.id)
    await secondFactor.deleteRecoveryCodes(inside, user.id)
    await deletePasskeysOfUser(inside, user.id)
    await recordAudit(inside, { action: 'user.second_factor_off', subject: subjectOf(user) })
    await mailSecurityNotice(inside, user.id, 'second-factor', 'An administrator has switched your second factor off')
    if (user.email) await sendMail(inside, secondFactorOffMail, { username: user.username }, { to: user.email })
  })
  return { ok: true }
}
