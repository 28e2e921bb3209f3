/** Tells an account's owner what has become of their passkeys. */
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/context.ts'
import type { AccountSecrets } from '#features/accounts/account.queries.ts'
import { mailSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { passkeyAddedMail, passkeyCopiedMail, passkeyRemovedMail } from './passkey.mail.ts'

type Owner = Pick<AccountSecrets, 'id' | 'username' | 'displayName' | 'email'>

export async function mailPasskeyAdded(ctx: Context, owner: Owner, passkey: string): Promise<void> {
  await mailSecurityNotice(ctx, owner.id, 'passkey-added', `A passkey was added to your account: ${passkey}`)
  if (owner.email) await sendMail(ctx, passkeyAddedMail, { ...aboutOf(ctx, owner), passkey }, { to: owner.email })
}

export async function mailPasskeyRemoved(ctx: Context, owner: Owner, passkey: string): Promise<void> {
  await mailSecurityNotice(ctx, owner.id, 'passkey-removed', `A passkey was removed from your account: ${passkey}`)
  if (owner.email) await sendMail(ctx, passkeyRemovedMail, { ...aboutOf(ctx, owner), passkey }, { to: owner.email })
}

export async function mailCopiedPasskey(ctx: Context, owner: Owner): Promise<void> {
  await mailSecurityNotice(ctx, owner.id, 'passkey-copied', 'One of your passkeys may have been copied')
  if (owner.email) await sendMail(ctx, passkeyCopiedMail, aboutOf(ctx, owner), { to: owner.email })
}

const aboutOf = (ctx: Context, { username, displayName }: Owner) => ({
  username,
  person: displayName || username,
  accountLink: mailLink(ctx, '/account?tab=security'),
  passwordLink: mailLink(ctx, '/forgot-password'),
})
