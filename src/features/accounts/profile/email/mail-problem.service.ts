/** Shows members that their email is on the suppression list, and lets them resume mail after bounces. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import { isPublicReason } from '#features/suppressions/suppression.policy.ts'
import { findAddressProblem, retryAddress, suppressionListsOf } from '#features/suppressions/suppression.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict, notFound, tooManyRequests } from '#platform/contract/errors.ts'
import { requireViewer } from '#features/accounts/passwords/reauthentication.service.ts'
import type { OwnAccount } from '#features/accounts/account.contract.ts'
import type { MailProblem } from './mail-problem.contract.ts'
import { limitConfirmations, sendConfirmation } from './email-confirmation.service.ts'
import * as profiles from '#features/accounts/profile/profile.queries.ts'
import { mailResumedMail } from '#features/accounts/profile/profile.mail.ts'

const DAY_SECONDS = 86_400

type AccountEmails = Pick<OwnAccount, 'email' | 'unconfirmedEmail'>

/**
 * Returns the problem of the unconfirmed email if it has one that may be shown, else that of the confirmed email, or `null` if neither has
 * one. Anyone can claim an unconfirmed email, so for it only reasons that any sender learns from the mail server are revealed.
 */
export async function findMailProblem(ctx: Context, { email, unconfirmedEmail }: AccountEmails): Promise<MailProblem | null> {
  const unconfirmedProblem = unconfirmedEmail === null ? undefined : await findAddressProblem([ctx], unconfirmedEmail)
  if (unconfirmedEmail !== null && unconfirmedProblem?.reason && isPublicReason(unconfirmedProblem.reason))
    return { address: unconfirmedEmail, reason: unconfirmedProblem.reason, canRetry: unconfirmedProblem.canRetry }
  const problem = email === null ? undefined : await findAddressProblem(suppressionListsOf(ctx, ctx.launcher?.main), email)
  return email === null || !problem ? null : { address: email, reason: problem.reason ?? 'elsewhere', canRetry: problem.canRetry }
}

/**
 * Resumes mail to a bounced email, and sends a mail to it.
 * @throws AppError 409 if the email is not suppressed, or for another reason than bounces; 429 within a day of the last retry, or over the
 *   limits of confirmations
 */
export async function retryEmail(ctx: Context): Promise<{ ok: true }> {
  const account = await profiles.findOwnAccount(ctx, requireViewer(ctx).id)
  if (!account) throw notFound('user')
  const problem = await findMailProblem(ctx, account)
  if (!problem) throw conflict('user.mail_not_stopped', 'We can already send email to your address.')
  if (problem.reason !== 'bounce' && problem.reason !== 'soft')
    throw conflict('user.mail_stopped', 'Only an administrator can resume email to this address.')
  if (!problem.canRetry) throw tooManyRequests('user.mail_retried', DAY_SECONDS)
  const isUnconfirmed = problem.address === account.unconfirmedEmail
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    if (isUnconfirmed) await limitConfirmations(trxCtx, account.id)
    if (!(await retryAddress(trxCtx, problem.address)))
      throw conflict('user.mail_not_stopped', 'We can already send email to your address.')
    await recordAudit(trxCtx, { action: 'user.mail_retry', subject: { type: 'user', id: account.id, title: account.username } })
    if (isUnconfirmed) return sendConfirmation(trxCtx, account, problem.address)
    const mailData = { person: account.username, link: mailLink(ctx, '/account') }
    await sendMail(trxCtx, mailResumedMail, mailData, { to: problem.address })
  })
  return { ok: true }
}
