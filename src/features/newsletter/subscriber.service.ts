/** Lists, exports and removes subscribers for administrators. */
import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { issueTokens } from '#features/accounts/passwords/token.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { mailLink } from '#features/mail/mail.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { notFound } from '#platform/contract/errors.ts'
import { nounFor } from '#wording/counts.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { unsubscribePath, NEWSLETTER_PURPOSE, NEWSLETTER_TOKEN_MS } from './newsletter.policy.ts'
import { insertDeparture } from './newsletter.queries.ts'
import { removeSubscriberTraces } from './newsletter.service.ts'
import type { Subscriber, SubscriberListQuery } from './subscriber.contract.ts'
import { recordUnsubscribe } from './unsubscribes.service.ts'
import { showEmail } from '#platform/text/shown-email.client.ts'
import * as queries from './subscriber.queries.ts'
import { toUtcDay } from '#wording/iso-day.ts'

export const listSubscribers = (ctx: Context, query: SubscriberListQuery): Promise<ListResult<Subscriber>> =>
  queries.listSubscriberRows(ctx, query)

const BATCH_SIZE = 1000
const HEADINGS = ['Email', 'Subscribed', 'Confirmed', 'Page', 'Consent from', 'Consent date', 'Interests', 'Unsubscribe link']

/**
 * Exports confirmed subscribers as CSV for other mailing software. The byte order mark makes spreadsheets read it as UTF-8, and formulas
 * are escaped (CSV injection). Keys are stored as hashes, so each export has new unsubscribe links; earlier ones stay valid.
 */
export async function exportSubscribers(ctx: Context): Promise<string> {
  const parts = [`\uFEFF${stringify([HEADINGS])}`]
  let [lastId, count]: [number | undefined, number] = [0, 0]
  do {
    const batch: queries.ExportedSubscriber[] = await queries.listConfirmedSubscribers(ctx, lastId, BATCH_SIZE)
    const interests = await queries.listInterestNames(ctx, lastId, batch.at(-1)?.id ?? lastId)
    const emails = batch.map(({ email }) => email)
    const keys = await issueTokens(ctx, NEWSLETTER_PURPOSE, emails, NEWSLETTER_TOKEN_MS)
    const rows = batch.map(({ id, email, createdAt, confirmedAt, page, consentSource, consentAt }, index) => {
      const consentAndInterests = [consentSource, consentAt, (interests.get(id) ?? []).join(', ')]
      return [showEmail(email), createdAt, confirmedAt, page, ...consentAndInterests, mailLink(ctx, unsubscribePath(keys[index] ?? ''))]
    })
    parts.push(stringify(rows, { escape_formulas: true }))
    count += batch.length
    lastId = batch.length < BATCH_SIZE ? undefined : batch.at(-1)?.id
    await setImmediate()
  } while (lastId !== undefined)
  const title = `${count} confirmed ${nounFor(count, ADMIN_NOUNS.address, ctx.site.settings.language)}`
  await recordAudit(ctx, { action: 'subscriber.export', subject: { type: 'subscriber', id: null, title }, after: { addresses: count } })
  ctx.headers?.set('content-disposition', `attachment; filename="newsletter-${toUtcDay()}.csv"`)
  return parts.join('')
}

/** Removes a subscriber with all keys and mails. The audit entry contains only the id, as the address must be erased. */
export async function removeSubscriber(ctx: Context, id: number): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const removed = await queries.deleteSubscriber(trxCtx, id)
    if (removed === undefined) throw notFound('subscriber')
    await removeSubscriberTraces(trxCtx, removed.email)
    if (removed.confirmed_at !== null) {
      await recordUnsubscribe(trxCtx, removed.email)
      await insertDeparture(trxCtx, removed.confirmed_at, null)
      await publishEvent(trxCtx, 'subscriber.deleted', { id })
    }
    await recordAudit(trxCtx, { action: 'subscriber.remove', subject: { type: 'subscriber', id, title: `Address ${id}` } })
  })
  return { ok: true }
}
