/** Subscribing takes two steps: anybody can type anybody's address, so its owner confirms it with a link in a mail. */
import { countIssued, findToken, forgetTokensTo, issueToken } from '#features/accounts/token.service.ts'
import { linkTo, postMail } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/errors.ts'
import * as queries from './newsletter.queries.ts'

const PURPOSE = 'newsletter'
const DAY_MS = 86_400_000
/** The same key confirms and ends a subscription, and the last letter may be read late. */
const LASTS_MS = 3650 * DAY_MS

/** Keeps an address once. Whether it was there before is nobody's business: the answer is the same. */
export async function subscribe(ctx: Context, typed: string) {
  const email = typed.toLowerCase()
  const to = { purpose: PURPOSE, userId: null, email }
  await ctx.db.transaction().execute(async (db) => {
    const { confirmedAt } = await queries.keep({ db }, email, new Date().toISOString())
    if (confirmedAt !== null || (await countIssued({ db }, to, LASTS_MS, DAY_MS)) > 0) return
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
    await forgetTokensTo({ db }, PURPOSE, email)
  })
  return { email }
}

async function addressOf(ctx: Context, token: string): Promise<string> {
  const email = (await findToken(ctx, PURPOSE, token))?.email
  if (!email) throw linkUnknown()
  return email
}

const linkUnknown = () => new AppError(404, 'newsletter.link_unknown', 'This link belongs to no subscription any more.')

function letter(ctx: Context, to: string, token: string) {
  const { name } = ctx.site.settings
  return {
    to,
    subject: `Please confirm: the ${name} newsletter`,
    body: `Hello,

somebody, probably you, asked for the ${name} newsletter at this address. To receive it, please confirm:

${linkTo(ctx, `/newsletter/confirm#${token}`)}

If it was not you, you need not do anything: nothing will be sent.
You can leave whenever you like with this link:

${linkTo(ctx, `/newsletter/unsubscribe#${token}`)}
`,
  }
}
