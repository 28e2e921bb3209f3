/** Notifies the account's owner about passkey changes, on the site and by mail. */
import { cleanName } from '#wording/plain-name.ts'
import { getMailGreeting } from '#features/users/mail-greeting.policy.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { AccountSecrets } from '#features/accounts/account.queries.ts'
import { sendSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { passkeyAddedMail, passkeyCopiedMail, passkeyRemovedMail } from './passkey.mail.ts'

type Owner = Pick<AccountSecrets, 'id' | 'username' | 'displayName' | 'email' | 'emailProvedAt'>

export async function notifyPasskeyAdded(ctx: Context, owner: Owner, passkey: string): Promise<void> {
  await sendSecurityNotice(ctx, owner.id, 'passkey-added', `A passkey was added to your account: ${passkey}`)
  if (owner.email)
    await sendMail(ctx, passkeyAddedMail, { ...getMailData(ctx, owner), passkey: getMailedName(owner, passkey) }, { to: owner.email })
}

export async function notifyPasskeyRemoved(ctx: Context, owner: Owner, passkey: string): Promise<void> {
  await sendSecurityNotice(ctx, owner.id, 'passkey-removed', `A passkey was removed from your account: ${passkey}`)
  if (owner.email)
    await sendMail(ctx, passkeyRemovedMail, { ...getMailData(ctx, owner), passkey: getMailedName(owner, passkey) }, { to: owner.email })
}

export async function notifyPasskeyCopied(ctx: Context, owner: Owner): Promise<void> {
  await sendSecurityNotice(ctx, owner.id, 'passkey-copied', 'One of your passkeys may have been copied')
  if (owner.email) await sendMail(ctx, passkeyCopiedMail, getMailData(ctx, owner), { to: owner.email })
}

/** Replaces the name if the email is unconfirmed: an attacker could otherwise write to the owner of the mailbox through it. */
const getMailedName = ({ emailProvedAt }: Owner, name: string): string => (emailProvedAt === null ? 'Passkey' : cleanName(name, 'Passkey'))

const getMailData = (ctx: Context, owner: Owner) => ({
  username: owner.username,
  person: getMailGreeting(owner),
  accountLink: mailLink(ctx, '/account?tab=security'),
  passwordLink: mailLink(ctx, '/forgot-password'),
})
