/** What is written to an address that somebody has given as theirs, and to one that is no longer an account's. */
import { mailLink, type MailMessage } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/context.ts'

interface Person {
  username: string
  displayName?: string | null | undefined
}

export const confirmLetter = (ctx: Context, { username, displayName }: Person, to: string, token: string): MailMessage => ({
  to,
  subject: `Please confirm your email address at ${ctx.site.settings.name}`,
  body: `Hello ${displayName || username},

somebody, probably you, has given this address for the account "${username}" at ${ctx.site.settings.name}. If it was you, please confirm
that it is yours. The link works once, for a week:

${mailLink(ctx, `/confirm-email#${token}`)}

If it was not you, you need not do anything: without this link the address is not theirs.
`,
})

/** To the owner of an account whose address somebody has given once more. */
export const takenLetter = (ctx: Context, { username, displayName }: Person, to: string): MailMessage => ({
  to,
  subject: `You have an account at ${ctx.site.settings.name} already`,
  body: `Hello ${displayName || username},

somebody, perhaps you, has given this address for another account at ${ctx.site.settings.name}. It belongs to your account "${username}",
and stays there. You sign in here:

${mailLink(ctx, '/sign-in')}

If you have forgotten your password, ask for a link to set a new one:

${mailLink(ctx, '/forgot-password')}

If it was not you, you need not do anything. Whoever it was has not been told that you have an account.
`,
})

export const movedLetter = ({ site }: Context, { username }: Person, to: string): MailMessage => ({
  to,
  subject: `Your email address at ${site.settings.name} has changed`,
  body: `Hello ${username},

your account at ${site.settings.name} now has another email address. From here on mail goes there.

If it was not you who changed it, please write to the people who run the site at once.
`,
})
