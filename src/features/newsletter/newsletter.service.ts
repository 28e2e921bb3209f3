/** Subscribes with double opt-in: because anyone can enter any address, its owner confirms it with a link in a mail. */
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { removeTokensOfEmail, issueToken } from '#features/accounts/passwords/token.service.ts'
import { countLimitedMail } from '#features/mail-ledger/mail-ledger.service.ts'
import { removeMailStartingWith, mailLink, sendMail } from '#features/mail/mail.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import { confirmSubscriptionMail, CONFIRMATION_MAIL_OPENINGS } from './newsletter.mail.ts'
import { confirmPath, unsubscribePath, NEWSLETTER_PURPOSE, NEWSLETTER_TOKEN_MS, UNCONFIRMED_DAYS } from './newsletter.policy.ts'
import * as queries from './newsletter.queries.ts'
import { deleteUnsubscribe, recordUnsubscribe } from './unsubscribes.service.ts'
import { resolveSubscriberKey } from './reader-key.service.ts'

const DAY_MS = 86_400_000

/** Subscribes an address. The result does not reveal whether it was already subscribed. */
export async function subscribe(ctx: Context, { email: input, page = null }: { email: string; page?: string | null | undefined }) {
  const email = input.toLowerCase()
  const now = new Date().toISOString()
  const to = { purpose: NEWSLETTER_PURPOSE, userId: null, email }
  await ctx.db.transaction().execute(async (db) => {
    const { confirmedAt } = await queries.insertSubscriber({ db }, email, page, now)
    if (confirmedAt !== null || !(await countLimitedMail({ db }, 'newsletter.confirm', { email }))) return
    await queries.restartConfirmation({ db }, email, page, now)
    const token = await issueToken({ db }, to, NEWSLETTER_TOKEN_MS)
    const unsubscribeLink = mailLink(ctx, unsubscribePath(token))
    const links = { confirmLink: mailLink(ctx, confirmPath(token)), unsubscribeLink }
    await sendMail({ ...ctx, db }, confirmSubscriptionMail, links, { to: email })
  })
  return { message: 'Thank you for subscribing to our newsletter!' }
}

/** Confirms a subscription; confirming again succeeds too. @throws AppError 404 for an unknown key */
export async function confirmSubscription(ctx: Context, token: string): Promise<{ email: string; wasConfirmed: boolean }> {
  const { email } = await getSubscriber(ctx, token)
  return ctx.db.transaction().execute(async (db) => {
    const id = await queries.confirmSubscriber({ db }, email, new Date().toISOString())
    if (id !== undefined) {
      await deleteUnsubscribe({ db }, email)
      await publishEvent({ db }, 'subscriber.created', { id })
    } else if (!(await queries.findSubscriberByEmail({ db }, email))) throw linkUnknown()
    return { email, wasConfirmed: id === undefined }
  })
}

/** Deletes the address and all its keys. @throws AppError 404 for an unknown key */
export async function unsubscribe(ctx: Context, token: string): Promise<{ email: string }> {
  const resolvedKey = await resolveSubscriberKey(ctx, token)
  if (!resolvedKey?.subscriber) throw linkUnknown()
  if (!(await removeWithTraces(ctx, resolvedKey.subscriber, resolvedKey.issueId))) throw linkUnknown()
  return { email: resolvedKey.subscriber.email }
}

const ONE_TIME_TOKEN = /^[\w-]{43}$/

/**
 * Unsubscribes with one click (RFC 8058). Unknown one-time tokens succeed too: tokens are deleted with their address, and a repeated
 * request must not fail.
 * @throws AppError 404 for a key that is neither valid nor in the format of a one-time token
 */
export async function unsubscribeWithOneClick(ctx: Context, key: string): Promise<{ ok: true }> {
  const resolvedKey = await resolveSubscriberKey(ctx, key)
  if (!resolvedKey && !ONE_TIME_TOKEN.test(key)) throw linkUnknown()
  if (resolvedKey?.subscriber) await removeWithTraces(ctx, resolvedKey.subscriber, resolvedKey.issueId)
  return { ok: true }
}

/**
 * Deletes a subscriber with keys and confirmation mails, and records the departure of a confirmed one.
 * @returns whether the subscriber still existed
 */
const removeWithTraces = (ctx: Context, { id, email, confirmedAt }: queries.SubscriberIdentity, issueId: number | null): Promise<boolean> =>
  ctx.db.transaction().execute(async (db) => {
    const wasSubscribed = await queries.deleteSubscriberByEmail({ db }, email)
    await removeSubscriberTraces({ db }, email)
    if (wasSubscribed) await recordUnsubscribe({ db }, email)
    if (!wasSubscribed || confirmedAt === null) return wasSubscribed
    await queries.insertDeparture({ db }, confirmedAt, issueId)
    await publishEvent({ db }, 'subscriber.deleted', { id })
    return true
  })

/** @throws AppError 404 for an unknown key */
export async function getSubscriber(ctx: Context, key: string): Promise<queries.SubscriberIdentity> {
  const subscriber = (await resolveSubscriberKey(ctx, key))?.subscriber
  if (!subscriber) throw linkUnknown()
  return subscriber
}

/** Deletes the keys and confirmation mails of a removed address. */
export async function removeSubscriberTraces(ctx: Pick<Context, 'db'>, email: string): Promise<void> {
  await removeTokensOfEmail(ctx, NEWSLETTER_PURPOSE, email)
  for (const start of CONFIRMATION_MAIL_OPENINGS) await removeMailStartingWith(ctx, { to: email, start })
}

const BATCH_SIZE = 100

/** Purges addresses that were not confirmed in time. @returns when the next address is due */
export async function removeUnconfirmed(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  const createdBefore = new Date(now - UNCONFIRMED_DAYS * DAY_MS).toISOString()
  for (;;) {
    const emails = await queries.listUnconfirmed(ctx, createdBefore, BATCH_SIZE)
    for (const email of emails)
      await ctx.db.transaction().execute(async (db) => {
        if (await queries.deleteUnconfirmed({ db }, email, createdBefore)) await removeSubscriberTraces({ db }, email)
      })
    if (emails.length < BATCH_SIZE) break
  }
  return addMs(await queries.findOldestUnconfirmed(ctx), UNCONFIRMED_DAYS * DAY_MS)
}

const linkUnknown = () => new AppError(404, 'newsletter.link_unknown', 'This link is no longer valid.')
