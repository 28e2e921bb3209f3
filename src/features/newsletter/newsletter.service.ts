/** Subscribing takes two steps: anybody can type anybody's address, so its owner confirms it with a link in a mail. */
import { timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import { removeTokensOfEmail, issueToken } from '#features/accounts/passwords/token.service.ts'
import { countLimitedMail } from '#features/mail-ledger/mail-ledger.service.ts'
import { removeMailStartingWith, mailLink, sendMail } from '#features/mail/mail.service.ts'
import { announceEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import { confirmSubscriptionMail, CONFIRMATION_MAIL_OPENING } from './newsletter.mail.ts'
import { confirmPath, leavePath, NEWSLETTER_PURPOSE, NEWSLETTER_TOKEN_MS, UNCONFIRMED_DAYS } from './newsletter.policy.ts'
import * as queries from './newsletter.queries.ts'
import { forgetUnsubscribe, recordUnsubscribe } from './unsubscribes.service.ts'
import { findReader } from './reader-key.service.ts'

const DAY_MS = 86_400_000

/** Keeps an address once. Whether it was there before is nobody's business: the answer is the same. */
export async function subscribe(ctx: Context, { email: typed, page = null }: { email: string; page?: string | null | undefined }) {
  const email = typed.toLowerCase()
  const now = new Date().toISOString()
  const to = { purpose: NEWSLETTER_PURPOSE, userId: null, email }
  await ctx.db.transaction().execute(async (db) => {
    const { confirmedAt } = await queries.insertSubscriber({ db }, email, page, now)
    if (confirmedAt !== null || !(await countLimitedMail({ db }, 'newsletter.confirm', { email }))) return
    await queries.restartConfirmation({ db }, email, page, now)
    const token = await issueToken({ db }, to, NEWSLETTER_TOKEN_MS)
    const leaveLink = mailLink(ctx, leavePath(token))
    const links = { confirmLink: mailLink(ctx, confirmPath(token)), leaveLink }
    await sendMail({ ...ctx, db }, confirmSubscriptionMail, links, { to: email })
  })
  return { message: 'Thank you for subscribing to our newsletter!' }
}

/** Doing it again is a success too. */
export async function confirmSubscription(ctx: Context, token: string): Promise<{ email: string; wasConfirmed: boolean }> {
  const { email } = await getReader(ctx, token)
  return ctx.db.transaction().execute(async (db) => {
    const id = await queries.confirmSubscriber({ db }, email, new Date().toISOString())
    if (id !== undefined) {
      await forgetUnsubscribe({ db }, email)
      await announceEvent({ db }, 'subscriber.created', { id })
    } else if (!(await queries.findReaderByEmail({ db }, email))) throw linkUnknown()
    return { email, wasConfirmed: id === undefined }
  })
}

/** The address and every key that was sent to it are forgotten. */
export async function unsubscribe(ctx: Context, token: string): Promise<{ email: string }> {
  const known = await findReader(ctx, token)
  if (!known?.reader) throw linkUnknown()
  if (!(await removeReader(ctx, known.reader, known.issueId))) throw linkUnknown()
  return { email: known.reader.email }
}

const ONE_TIME_TOKEN = /^[\w-]{43}$/

/**
 * As mail programs ask for it (RFC 8058). A token that opens nothing any more succeeds too: the tokens of an address are deleted with it, and a
 * mail program that repeats its request would report an error to a person who has left.
 */
export async function leaveWithOneClick(ctx: Context, key: string): Promise<{ ok: true }> {
  const known = await findReader(ctx, key)
  if (!known && !ONE_TIME_TOKEN.test(key)) throw linkUnknown()
  if (known?.reader) await removeReader(ctx, known.reader, known.issueId)
  return { ok: true }
}

/** @returns whether the reader was still on the list */
const removeReader = (ctx: Context, { id, email, confirmedAt }: queries.NewsletterReader, issueId: number | null): Promise<boolean> =>
  ctx.db.transaction().execute(async (db) => {
    const wasThere = await queries.deleteSubscriberByEmail({ db }, email)
    await removeSubscriberTraces({ db }, email)
    if (wasThere) await recordUnsubscribe({ db }, email)
    if (!wasThere || confirmedAt === null) return wasThere
    await queries.insertUnsubscription({ db }, confirmedAt, issueId)
    await announceEvent({ db }, 'subscriber.deleted', { id })
    return true
  })

/** @throws AppError 404 when the key opens nothing */
export async function getReader(ctx: Context, key: string): Promise<queries.NewsletterReader> {
  const reader = (await findReader(ctx, key))?.reader
  if (!reader) throw linkUnknown()
  return reader
}

/** Keys and letters to an address that is on the list no more. */
export async function removeSubscriberTraces(ctx: Pick<Context, 'db'>, email: string): Promise<void> {
  await removeTokensOfEmail(ctx, NEWSLETTER_PURPOSE, email)
  await removeMailStartingWith(ctx, { to: email, start: CONFIRMATION_MAIL_OPENING })
}

const AT_ONCE = 100

/** The job: whoever has not confirmed for so long does not want it, or never asked. */
export async function removeUnconfirmed(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  const before = new Date(now - UNCONFIRMED_DAYS * DAY_MS).toISOString()
  for (;;) {
    const emails = await queries.listUnconfirmed(ctx, before, AT_ONCE)
    for (const email of emails)
      await ctx.db.transaction().execute(async (db) => {
        if (await queries.deleteUnconfirmed({ db }, email, before)) await removeSubscriberTraces({ db }, email)
      })
    if (emails.length < AT_ONCE) break
  }
  return timeAfter(await queries.findOldestUnconfirmed(ctx), UNCONFIRMED_DAYS * DAY_MS)
}

const linkUnknown = () => new AppError(404, 'newsletter.link_unknown', 'This link belongs to no subscription any more.')
