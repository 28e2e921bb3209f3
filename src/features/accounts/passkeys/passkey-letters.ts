/** Mail to an account's owner about their passkeys, in case it was not them. */
import { mailLink, queueMail } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/context.ts'
import type { AccountSecrets } from '#features/accounts/account.queries.ts'

type Owner = Pick<AccountSecrets, 'username' | 'displayName' | 'email'>

export const mailPasskeyAdded = (ctx: Context, owner: Owner, name: string): Promise<void> =>
  write(
    ctx,
    owner,
    `A passkey was added at ${ctx.site.settings.name}`,
    `a passkey with the name "${name}" was added to the account "${owner.username}" at ${ctx.site.settings.name}. Whoever has it can sign in
without your password.`,
  )

export const mailPasskeyRemoved = (ctx: Context, owner: Owner, name: string): Promise<void> =>
  write(
    ctx,
    owner,
    `A passkey was removed at ${ctx.site.settings.name}`,
    `the passkey with the name "${name}" was removed from the account "${owner.username}" at ${ctx.site.settings.name}. It opens nothing any
more. You can delete it from your device too.`,
  )

export const mailCopiedPasskey = (ctx: Context, owner: Owner): Promise<void> =>
  write(
    ctx,
    owner,
    `One of your passkeys at ${ctx.site.settings.name} may have been copied`,
    `a passkey of the account "${owner.username}" at ${ctx.site.settings.name} counted backwards, as if there were two of it. It was refused.`,
  )

async function write(ctx: Context, { username, displayName, email }: Owner, subject: string, text: string): Promise<void> {
  if (!email) return
  const body = `Hello ${displayName || username},

${text}

If it was you, you need not do anything. If it was not you, remove what you do not know on your account page, under Security:

${mailLink(ctx, '/account?tab=security')}

Then set a new password:

${mailLink(ctx, '/forgot-password')}
`
  await queueMail(ctx, { to: email, subject, body })
}
