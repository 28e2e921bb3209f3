/** Notifies the owner of an account about a sign-in with an unknown browser. */
import type { AccountSecrets } from '#features/accounts/account.queries.ts'
import { getMailGreeting } from '#features/users/mail-greeting.policy.ts'
import { describeBrowser } from '#features/accounts/sessions/session.service.ts'
import { sendSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { newBrowserMail } from './new-browser.mail.ts'

type Owner = Pick<AccountSecrets, 'id' | 'username' | 'displayName' | 'email' | 'emailProvedAt'>

/** Sends a security notice and a mail. Must run in a transaction. */
export async function notifyNewBrowser(ctx: Context, owner: Owner): Promise<void> {
  const browser = describeBrowser(ctx.caller?.userAgent ?? '')
  const title = `Your account was signed in with a new browser: ${browser}`
  await sendSecurityNotice(ctx, owner.id, 'browser', title, '/account?tab=sessions')
  if (!owner.email) return
  const mailData = { browser, at: new Date().toISOString(), link: mailLink(ctx, '/account?tab=sessions') }
  await sendMail(ctx, newBrowserMail, { person: getMailGreeting(owner), ...mailData }, { to: owner.email })
}
