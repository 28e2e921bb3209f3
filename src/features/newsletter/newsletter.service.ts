/** Subscribing takes two steps: anybody can type anybody's address, so its owner confirms it with a link in a mail. */
import { countIssuedTokens, findToken, removeTokensOfEmail, issueToken } from '#features/accounts/passwords/token.service.ts'
import { removeMailStartingWith, mailLink, queueMail } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/errors.ts'
import { UNCONFIRMED_DAYS } from './newsletter.policy.ts'
import * as queries from './newsletter.queries.ts'

export const NEWSLETTER_PURPOSE = 'newsletter'
const DAY_MS = 86_400_000
/** The same key confirms and ends a subscription, and the last letter may be read late. */
export const NEWSLETTER_TOKEN_MS = 3650 * DAY_MS

/** Keeps an address once. Whether it was there before is nobody's business: the answer is the same. */
export async function subscribe(ctx: Context, { email: typed, page = null }: { email: string; page?: string | null | undefined }) {
  const email = typed.toLowerCase()
  const now = new Date().toISOString()
  const to = { purpose: NEWSLETTER_PURPOSE, userId: null, email }
  await ctx.db.transaction().execute(async (db) => {
    const { confirmedAt } = await queries.insertSubscriber({ db }, email, page, now)
    if (confirmedAt !== null || (await countIssuedTokens({ db }, to, NEWSLETTER_TOKEN_MS, DAY_MS)) > 0) return
    await queries.restartConfirmation({ db }, email, page, now)
    await queueMail({ db }, letter(ctx, email, await issueToken({ db }, to, NEWSLETTER_TOKEN_MS)))
  })
  return { message: 'Thank you for subscribing to our newsletter!' }
}

/** Doing it again is a success too. */
export async function confirmSubscription(ctx: Context, token: string): Promise<{ email: string }> {
  const email = await emailOf(ctx, token)
  if (!(await queries.confirmSubscriber(ctx, email, new Date().toISOString()))) throw linkUnknown()
  return { email }
}

/** The address and every key that was sent to it are forgotten. */
export async function unsubscribe(ctx: Context, token: string): Promise<{ email: string }> {
  const email = await emailOf(ctx, token)
  await ctx.db.transaction().execute(async (db) => {
    await queries.deleteSubscriberByEmail({ db }, email)
    await removeSubscriberTraces({ db }, email)
  })
  return { email }
}

/** Keys and letters to an address that is on the list no more. */
export async function removeSubscriberTraces(ctx: Pick<Context, 'db'>, email: string): Promise<void> {
  await removeTokensOfEmail(ctx, NEWSLETTER_PURPOSE, email)
  await removeMailStartingWith(ctx, { to: email, start: OPENING })
}

const AT_ONCE = 100

/** The job: whoever has not confirmed for so long does not want it, or never asked. */
export async function removeUnconfirmed(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<void> {
  const before = new Date(now - UNCONFIRMED_DAYS * DAY_MS).toISOString()
  for (;;) {
    const emails = await queries.listUnconfirmed(ctx, before, AT_ONCE)
    for (const email of emails)
      await ctx.db.transaction().execute(async (db) => {
        if (await queries.deleteUnconfirmed({ db }, email, before)) await removeSubscriberTraces({ db }, email)
      })
    if (emails.length < AT_ONCE) return
  }
}

async function emailOf(ctx: Context, token: string): Promise<string> {
  const email = (await findToken(ctx, NEWSLETTER_PURPOSE, token))?.email
  if (!email) throw linkUnknown()
  return email
}

const linkUnknown = () => new AppError(404, 'newsletter.link_unknown', 'This link belongs to no subscription any more.')

/** How each letter begins: by this it is found again. */
const OPENING = 'Hello,\n\nsomebody, probably you, asked for the '

function letter(ctx: Context, to: string, token: string) {
  const { name } = ctx.site.settings
  const unsubscribeUrl = mailLink(ctx, `/newsletter/unsubscribe#${token}`)
  return {
    to,
    unsubscribeUrl,
    subject: `Please confirm: the ${name} newsletter`,
    body: `${OPENING}${name} newsletter at this address. To receive it, please confirm:

${mailLink(ctx, `/newsletter/confirm#${token}`)}

If it was not you, you need not do anything: nothing will be sent, and after
${UNCONFIRMED_DAYS} days your address is deleted.
You can leave whenever you like with this link:

${unsubscribeUrl}
`,
  }
}
