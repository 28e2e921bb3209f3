/** Reports password and code guessing: in the audit log each time that it starts a delay, and to the account's owner once a day. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { AccountSecrets } from '#features/accounts/account.queries.ts'
import { getMailGreeting } from '#features/users/mail-greeting.policy.ts'
import { sendSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { insertToken } from '#features/accounts/passwords/token.queries.ts'
import type { SignInAttempt } from './throttle.service.ts'
import { codesGuessedMail, passwordGuessedMail } from './guessing.mail.ts'

/** The number of consecutive wrong passwords for one account from which the owner is warned; a forgetful owner tries fewer. */
const WARNING_THRESHOLD = 20
const DAY_MS = 86_400_000

/** Adds an audit entry for every account for which the wrong password starts a delay, and warns the owner after many in a row. */
export async function recordWrongPassword(
  ctx: Context,
  { slots }: SignInAttempt,
  candidates: readonly (AccountSecrets | undefined)[],
): Promise<void> {
  const blockedCandidates = slots.flatMap(({ isLast }, index) => (isLast ? [candidates[index]] : []))
  const blockedAccounts = blockedCandidates.filter((account) => account !== undefined)
  for (const account of blockedAccounts) await recordRefusedSignIn(ctx, account)
  if (blockedCandidates.length > 0 && blockedAccounts.length === 0) await recordRefusedSignIn(ctx, undefined)
  for (const [index, { failures }] of slots.entries())
    if (failures >= WARNING_THRESHOLD) await warnOwner(ctx, candidates[index], 'passwords')
}

/** Called after several wrong codes that followed a correct password, which an attacker may know. */
export async function recordWrongCodes(ctx: Context, account: AccountSecrets): Promise<void> {
  await recordRefusedSignIn(ctx, account)
  await warnOwner(ctx, account, 'codes')
}

/** Called when an attempt starts a delay. The entry does not contain the submitted name, which may be a password by mistake. */
const recordRefusedSignIn = (ctx: Context, account: AccountSecrets | undefined) =>
  recordAudit(ctx, {
    action: 'session.refused',
    subject: { type: 'session', id: account?.id ?? null, title: account?.username ?? 'No such account' },
  })

const HOUR_MS = 3_600_000

/**
 * Adds an audit entry for a member who calls an administrator endpoint, at most once an hour per member (log flooding).
 * @param call the method and path
 */
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

const NOTICE_TITLES = {
  passwords: 'Someone is guessing your password',
  codes: 'Someone may know your password: several wrong one-time codes were entered',
}
const MAILS = { passwords: passwordGuessedMail, codes: codesGuessedMail }

/** Sends at most one notice and mail a day, which a one-time token with the day in its hash records. */
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
    await sendSecurityNotice({ ...ctx, db }, account.id, kind, NOTICE_TITLES[kind])
    if (!account.email) return
    const { username, email } = account
    const mailData = { username, person: getMailGreeting(account), link: mailLink(ctx, '/forgot-password') }
    await sendMail({ ...ctx, db }, MAILS[kind], mailData, { to: email })
  })
}
