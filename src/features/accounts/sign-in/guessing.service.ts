/** Who is told that passwords or codes are being guessed: the audit log each time, the account's owner by mail, once a day. */
import { recordAudit } from '#features/audit/audit.service.ts'
import { mailLink, queueMail } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/context.ts'
import type { AccountSecrets } from '#features/accounts/account.queries.ts'
import { insertToken } from '#features/accounts/passwords/token.queries.ts'
import type { Attempt } from './throttle.service.ts'

/** Wrong passwords in a row for one name: more than somebody types who has forgotten theirs. */
const WARN_AT = 20
const DAY_MS = 86_400_000

/** A wrong password. From some number on there are waits, and from some more the owner hears of it. */
export async function recordGuess(ctx: Context, { isLast, onName }: Attempt, account: AccountSecrets | undefined): Promise<void> {
  if (isLast) await recordRefusal(ctx, account)
  if (onName >= WARN_AT) await warnOwner(ctx, account, 'passwords', passwordsLetter)
}

/** Several wrong codes after the right password: somebody else may know it. */
export async function recordWrongCodes(ctx: Context, account: AccountSecrets): Promise<void> {
  await recordRefusal(ctx, account)
  await warnOwner(ctx, account, 'codes', codesLetter)
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

type Letter = (ctx: Context, account: AccountSecrets) => { subject: string; body: string }

/** At most one mail a day: that one was written is noted beside the keys of other mails, and forgotten with them. */
function warnOwner(ctx: Context, account: AccountSecrets | undefined, what: 'passwords' | 'codes', letter: Letter): Promise<void> {
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
    if (isFirst && account?.email) await queueMail({ db }, { to: account.email, ...letter(ctx, account) })
  })
}

const passwordsLetter: Letter = (ctx, { username, displayName }) => ({
  subject: `Somebody is guessing your password at ${ctx.site.settings.name}`,
  body: `Hello ${displayName || username},

somebody has typed a wrong password for the account "${username}" at ${ctx.site.settings.name} many times in a row. Nobody has got in,
and each further guess has to wait. Browsers you have signed in with before are not kept waiting.

If it was you, set a new password:

${mailLink(ctx, '/forgot-password')}

If it was not you, you need not do anything as long as you use this password nowhere else. One-time codes, on your account
page, keep a guesser out even with the right password. We write at most once a day about this.
`,
})

const codesLetter: Letter = (ctx, { username, displayName }) => ({
  subject: `Somebody may know your password at ${ctx.site.settings.name}`,
  body: `Hello ${displayName || username},

somebody has given the right password of the account "${username}" at ${ctx.site.settings.name}, and then several wrong one-time codes.
They have not got in.

If it was not you, set a new password at once:

${mailLink(ctx, '/forgot-password')}

We write at most once a day about this.
`,
})
