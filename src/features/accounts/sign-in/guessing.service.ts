/** Reports password and code guessing: an audit entry each time, and a mail to the account's owner once a day. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { AccountSecrets } from '#features/accounts/account.queries.ts'
import { getMailGreeting } from '#features/users/mail-greeting.policy.ts'
import { sendSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { insertToken } from '#features/accounts/passwords/token.queries.ts'
import type { SignInAttempt } from './throttle.service.ts'
import { codesGuessedMail, passwordGuessedMail } from './guessing.mail.ts'

/** Consecutive wrong passwords for one account before the owner is warned; more than a forgetful owner tries. */
const WARNING_THRESHOLD = 20
const DAY_MS = 86_400_000

/** Audits a wrong password for every account that it was tried on, and warns the owner after many in a row. */
export async function recordWrongPassword(
  ctx: Context,
  { slots }: SignInAttempt,
  candidates: readonly (AccountSecrets | undefined)[],
): Promise<void> {
  const blocked = slots.flatMap(({ isLast }, index) => (isLast ? [candidates[index]] : []))
  const accounts = blocked.filter((account) => account !== undefined)
  for (const account of accounts) await recordRefusal(ctx, account)
  if (blocked.length > 0 && accounts.length === 0) await recordRefusal(ctx, undefined)
  for (const [index, { failures }] of slots.entries())
    if (failures >= WARNING_THRESHOLD) await warnOwner(ctx, candidates[index], 'passwords')
}

/** Reports several wrong codes after a correct password, which someone else may know. */
export async function recordWrongCodes(ctx: Context, account: AccountSecrets): Promise<void> {
  await recordRefusal(ctx, account)
  await warnOwner(ctx, account, 'codes')
}

/** Called when an attempt starts a delay. The submitted name is not stored, because it may be a mistyped password. */
const recordRefusal = (ctx: Context, account: AccountSecrets | undefined) =>
  recordAudit(ctx, {
    action: 'session.refused',
    subject: { type: 'session', id: account?.id ?? null, title: account?.username ?? 'No such account' },
  })

const HOUR_MS = 3_600_000

/** Audits a member's call of an administrator endpoint, at most once an hour per member (log flooding). @param call method and path */
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

/** Sends at most one mail a day; a one-time token with the day records that it was sent. */
function warnOwner(ctx: Context, account: AccountSecrets | undefined, kind: keyof typeof MAILS): Promise<void> {
  return ctx.db.transaction().execute(async (db) => {
    const day = Math.floor(Date.now() / DAY_MS)
    const isFirst = await insertToken(
      { db },
      {
        tokenHash: `${kind}:${account?.id ?? 0}:${day}`,
        purpose: 'warning',
        userId: account?.id ?? null,
        email: null,
        expiresAt: new Date((day + 1) * DAY_MS).toISOString(),
      },
    )
    if (!isFirst || !account) return
    await sendSecurityNotice({ ...ctx, db }, account.id, kind, NOTICES[kind])
    if (!account.email) return
    const { username, email } = account
    const about = { username, person: getMailGreeting(account), link: mailLink(ctx, '/forgot-password') }
    await sendMail({ ...ctx, db }, MAILS[kind], about, { to: email })
  })
}
