/** Subscribing takes two steps: anybody can type anybody's address, so its owner confirms it with a link in a mail. */
import { countIssued, findToken, forgetTokensTo, issueToken } from '#features/accounts/token.service.ts'
import { forgetLetters, linkTo, postMail } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/errors.ts'
import { UNCONFIRMED_DAYS } from './newsletter.policy.ts'
import * as queries from './newsletter.queries.ts'

export const PURPOSE = 'newsletter'
const DAY_MS = 86_400_000
/** The same key confirms and ends a subscription, and the last letter may be read late. */
export const LASTS_MS = 3650 * DAY_MS

/** Keeps an address once. Whether it was there before is nobody's business: the answer is the same. */
export async function subscribe(ctx: Context, { email: typed, page = null }: { email: string; page?: string | null | undefined }) {
  const email = typed.toLowerCase()
  const now = new Date().toISOString()
  const to = { purpose: PURPOSE, userId: null, email }
  await ctx.db.transaction().execute(async (db) => {
    const { confirmedAt } = await queries.keep({ db }, email, page, now)
    if (confirmedAt !== null || (await countIssued({ db }, to, LASTS_MS, DAY_MS)) > 0) return
    await queries.beginAgain({ db }, email, page, now)
    await postMail({ db }, letter(ctx, email, await issueToken({ db }, to, LASTS_MS)))
  })
  return { message: 'Thank you for subscribing to our newsletter!' }
}

/** Doing it again is a success too. */
export async function confirm(ctx: Context, token: string): Promise<{ email: string }> {
  const email = await addressOf(ctx, token)
  if (!(await queries.confirm(ctx, email, new Date().toISOString()))) throw linkUnknown()
  return { email }
}

/** The address and every key that was sent to it are forgotten. */
export async function unsubscribe(ctx: Context, token: string): Promise<{ email: string }> {
  const email = await addressOf(ctx, token)
  await ctx.db.transaction().execute(async (db) => {
    await queries.remove({ db }, email)
    await forgetTraces({ db }, email)
  })
  return { email }
}

/** Keys and letters to an address that is on the list no more. */
export async function forgetTraces(ctx: Pick<Context, 'db'>, email: string): Promise<void> {
  await forgetTokensTo(ctx, PURPOSE, email)
  await forgetLetters(ctx, { to: email, start: OPENING })
}

const AT_ONCE = 100

/** The job: whoever has not confirmed for so long does not want it, or never asked. */
export async function forgetUnconfirmed(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<void> {
  const before = new Date(now - UNCONFIRMED_DAYS * DAY_MS).toISOString()
  for (;;) {
    const emails = await queries.listUnconfirmed(ctx, before, AT_ONCE)
    for (const email of emails)
      await ctx.db.transaction().execute(async (db) => {
        if (await queries.removeUnconfirmed({ db }, email, before)) await forgetTraces({ db }, email)
      })
    if (emails.length < AT_ONCE) return
  }
}

async function addressOf(ctx: Context, token: string): Promise<string> {
  const email = (await findToken(ctx, PURPOSE, token))?.email
  if (!email) throw linkUnknown()
  return email
}

const linkUnknown = () => new AppError(404, 'newsletter.link_unknown', 'This link belongs to no subscription any more.')

/** How each letter begins: by this it is found again. */
const OPENING = 'Hello,\n\nsomebody, probably you, asked for the '

function letter(ctx: Context, to: string, token: string) {
  const { name } = ctx.site.settings
  const unsubscribeUrl = linkTo(ctx, `/newsletter/unsubscribe#${token}`)
  return {
    to,
    unsubscribeUrl,
    subject: `Please confirm: the ${name} newsletter`,
    body: `${OPENING}${name} newsletter at this address. To receive it, please confirm:

${linkTo(ctx, `/newsletter/confirm#${token}`)}

If it was not you, you need not do anything: nothing will be sent, and after
${UNCONFIRMED_DAYS} days your address is deleted.
You can leave whenever you like with this link:

${unsubscribeUrl}
`,
  }
}
