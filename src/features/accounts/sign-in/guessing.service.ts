/** Who is told that passwords or codes are being guessed: the audit log each time, the account's owner by mail, once a day. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { AccountSecrets } from '#features/accounts/account.queries.ts'
import { getMailGreeting } from '#features/users/mail-greeting.policy.ts'
import { mailSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { insertToken } from '#features/accounts/passwords/token.queries.ts'
import type { SignInAttempt } from './throttle.service.ts'
import { codesGuessedMail, passwordGuessedMail } from './guessing.mail.ts'

/** Wrong passwords in a row for one account: more than an owner types who has forgotten theirs. */
const WARN_AT = 20
const DAY_MS = 86_400_000

/** Records a wrong password for every account that it was tried on, and warns an owner after many in a row. */
export async function recordWrongPassword(
  ctx: Context,
  { slots }: SignInAttempt,
  candidates: readonly (AccountSecrets | undefined)[],
): Promise<void> {
  const refused = slots.flatMap(({ isLast }, index) => (isLast ? [candidates[index]] : []))
  const accounts = refused.filter((account) => account !== undefined)
  for (const account of accounts) await recordRefusal(ctx, account)
  if (refused.length > 0 && accounts.length === 0) await recordRefusal(ctx, undefined)
  for (const [index, { failures }] of slots.entries()) if (failures >= WARN_AT) await warnOwner(ctx, candidates[index], 'passwords')
}

/** Several wrong codes after the right password: somebody else may know it. */
export async function recordWrongCodes(ctx: Context, account: AccountSecrets): Promise<void> {
  await recordRefusal(ctx, account)
  await warnOwner(ctx, account, 'codes')
}

/** From here on they have to wait. What was typed as a name is not kept: it may have been a password. */
const recordRefusal = (ctx: Context, account: AccountSecrets | undefined) =>
  recordAudit(ctx, {
    action: 'session.refused',
    subject: { type: 'session', id: account?.id ?? null, title: account?.username ?? 'No such account' },
  })

const HOUR_MS = 3_600_000

/** A member has tried what is an administrator's: once an hour for each, so that nobody fills the log. @param call method and path */
export async function recordRefusedAccess(ctx: Context, userId: number, call: string): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const hour = Math.floor(Date.now() / HOUR_MS)
    const isFirst = await insertToken(
      { db },
      {
        tokenHash: `refused:${userId}:${hour}`,
        purpose: 'warning',
        userId,
        email: null,
        expiresAt: new Date((hour + 1) * HOUR_MS).toISOString(),
      },
    )
    if (isFirst) await recordAudit({ ...ctx, db }, { action: 'access.refused', subject: { type: 'session', id: userId, title: call } })
  })
}

const NOTICES = {
  passwords: 'Someone is guessing your password',
  codes: 'Someone may know your password: several wrong one-time codes were entered',
}
const MAILS = { passwords: passwordGuessedMail, codes: codesGuessedMail }

/** At most one mail a day: that one was written is noted beside the keys of other mails, and forgotten with them. */
function warnOwner(ctx: Context, account: AccountSecrets | undefined, what: keyof typeof MAILS): Promise<void> {
  return ctx.db.transaction().execute(async (db) => {
    const day = Math.floor(Date.now() / DAY_MS)
    const isFirst = await insertToken(
      { db },
      {
        tokenHash: `${what}:${account?.id ?? 0}:${day}`,
        purpose: 'warning',
        userId: account?.id ?? null,
        email: null,
        expiresAt: new Date((day + 1) * DAY_MS).toISOString(),
      },
    )
    if (!isFirst || !account) return
    await mailSecurityNotice({ ...ctx, db }, account.id, what, NOTICES[what])
    if (!account.email) return
    const { username, email } = account
    const about = { username, person: getMailGreeting(account), link: mailLink(ctx, '/forgot-password') }
    await sendMail({ ...ctx, db }, MAILS[what], about, { to: email })
  })
}
