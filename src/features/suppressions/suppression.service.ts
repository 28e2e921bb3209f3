/** Implements the suppression list, which records bounces and complaints and is checked before every mail. */
import './suppression.context.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { conflict, forbidden, notFound } from '#platform/contract/errors.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { containsMessageIdFor, isDeliveryProofFor } from './message-id.service.ts'
import { findRecentlyMailed } from './mailed-address.service.ts'
import { readReturnedMail } from './returned-mail.ts'
import type { MailEvent, NewSuppression, ReportedMailEvent, Suppression, SuppressionQuery } from './suppression.contract.ts'
import {
  isHeldBack,
  isPublicReason,
  NEUTRAL_REASON,
  SOFT_BOUNCE_DAYS,
  SOFT_BOUNCE_LIMIT,
  SUPPRESSION_REASONS,
  type MailPurpose,
  type SuppressionReason,
} from './suppression.policy.ts'
import * as queries from './suppression.queries.ts'
import { limitText } from '#wording/cut-text.ts'
import { emailKey } from '#platform/text/parse-email.client.ts'

const SOFT_BOUNCE_MS = SOFT_BOUNCE_DAYS * 86_400_000
const MAX_DETAIL_LENGTH = 300
const RETRY_INTERVAL_MS = 86_400_000
let eventsToken: string | undefined

/** Sets the token for reports at process startup. @param token undefined: the report endpoints return 404 */
export function setMailEventsToken(token: string | undefined): void {
  eventsToken = token
}

/**
 * Returns the lists that the mail of a site is checked against, beginning with its own list.
 * @param installation context of the main site; undefined: only the site's own list is used
 */
export const suppressionListsOf = (
  ctx: Pick<Context, 'db'>,
  installation: Pick<Context, 'db'> | undefined,
): readonly Pick<Context, 'db'>[] => (installation === undefined || installation.db === ctx.db ? [ctx] : [ctx, installation])

/**
 * Returns why a mail to this address is held back, as the site's administrator sees it. Called right before sending, so that mail in the
 * queue is checked against the current lists.
 * @param lists result of `suppressionListsOf`
 * @returns undefined when the mail may be sent
 */
export async function findSuppressionFor(
  lists: readonly Pick<Context, 'db'>[],
  address: string,
  purpose: MailPurpose,
  now = Date.now(),
): Promise<string | undefined> {
  for (const [index, list] of lists.entries()) {
    const report = await queries.findLastReport(list, emailKey(address))
    if (!report || !isHeldBack(report.reason, purpose, now - Date.parse(report.lastEventAt))) continue
    // Only the first list belongs to the site itself; the details of the installation's list are confidential.
    if (index > 0) return NEUTRAL_REASON
    return `${SUPPRESSION_REASONS[report.reason]}${report.detail ? `: ${report.detail}` : ''}`
  }
  return undefined
}

/**
 * Returns which of the addresses are suppressed for bulk mail, such as a newsletter.
 * @param lists result of `suppressionListsOf`
 * @param addresses email addresses, at most a few hundred
 */
export async function findSuppressedAmong(
  lists: readonly Pick<Context, 'db'>[],
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await Promise.all(lists.map((list) => queries.listSuppressedRows(list, addresses.map(emailKey))))
  const suppressedKeys = new Set(rows.flat().map(({ address }) => address))
  return new Set(addresses.filter((address) => suppressedKeys.has(emailKey(address))))
}

export interface AddressProblem {
  /** Why the address is suppressed; null if it is on the installation's list, whose reasons are confidential. */
  reason: SuppressionReason | null
  /** Whether `retryAddress` would remove the address from the list. */
  canRetry: boolean
}

/** Returns why an address is suppressed, as its owner sees it; undefined when it is not. @param lists result of `suppressionListsOf` */
export async function findAddressProblem(
  lists: readonly Pick<Context, 'db'>[],
  address: string,
  now = Date.now(),
): Promise<AddressProblem | undefined> {
  for (const [index, list] of lists.entries()) {
    const suppression = await queries.findSuppression(list, emailKey(address))
    if (!suppression) continue
    if (index > 0) return { reason: null, canRetry: false }
    const retriedAt = await queries.findRetriedAt(list, emailKey(address))
    const isTooSoon = retriedAt !== null && Date.parse(retriedAt) >= now - RETRY_INTERVAL_MS
    return { reason: suppression.reason, canRetry: isPublicReason(suppression.reason) && !isTooSoon }
  }
  return undefined
}

/**
 * Removes a bounced address from the site's own list at its owner's request, at most once a day; the next bounce suppresses it again.
 * @returns false when the address is not suppressed for bounces, or has already been retried within the last day
 */
export const retryAddress = (ctx: Pick<Context, 'db'>, address: string, now = Date.now()): Promise<boolean> =>
  queries.releaseSuppression(ctx, emailKey(address), new Date(now).toISOString(), new Date(now - RETRY_INTERVAL_MS).toISOString())

/** Records events without checking their origin; `reportMailEvents` authenticates events from outside. @returns the number of events */
export async function recordMailEvents(ctx: Pick<Context, 'db'>, events: readonly MailEvent[], now = Date.now()): Promise<number> {
  const recordedAt = new Date(now).toISOString()
  const normalisedEvents = events.map(({ type, address, detail }) => ({
    type,
    address: emailKey(address),
    detail: limitText(detail.trim(), MAX_DETAIL_LENGTH),
  }))
  await ctx.db.transaction().execute(async (db) => {
    // Sorting by address avoids deadlocks. The sort is stable, so that the events of an address stay in order.
    for (const { type, address, detail } of normalisedEvents.toSorted((a, b) =>
      a.address < b.address ? -1 : a.address > b.address ? 1 : 0,
    )) {
      const isSoft = type === 'soft'
      if (
        isSoft &&
        (await queries.addSoftBounce({ db }, address, detail, recordedAt, new Date(now - SOFT_BOUNCE_MS).toISOString())) < SOFT_BOUNCE_LIMIT
      )
        continue
      const report = { address, reason: type, detail, at: recordedAt }
      if (!(await queries.insertSuppression({ db }, report)) && !isSoft) await queries.renewSuppression({ db }, report)
    }
  })
  return events.length
}

/**
 * Records that the mail server refused a recipient as unknown, on the lists of the site and the installation, which share the mail server.
 * @param lists result of `suppressionListsOf`
 */
export async function recordUnknownRecipient(lists: readonly Pick<Context, 'db'>[], address: string, detail: string): Promise<void> {
  for (const list of lists) await recordMailEvents(list, [{ type: 'bounce', address, detail }])
}

/**
 * Records events from the mail provider, which the token authenticates. An event is accepted only for an address that was recently sent
 * mail, which is proved by the Message-ID or, for providers that replace it, by the installation's record of mailed addresses.
 */
export async function reportMailEvents(ctx: Context, token: string, events: readonly ReportedMailEvent[]): Promise<{ taken: number }> {
  authenticateReporter(ctx, token)
  const isMailed = await findRecentlyMailed(
    ctx,
    events.map(({ address }) => address),
  )
  const accepted = events.filter(({ address, messageId }) =>
    messageId === undefined ? isMailed(address) : containsMessageIdFor(messageId, address),
  )
  return { taken: await recordMailEvents(ctx, accepted) }
}

/** Records a returned mail. Every sender can write to a bounce address, so only recipients with a valid delivery proof are accepted. */
export async function reportReturnedMail(ctx: Context, token: string, message: string): Promise<{ taken: number }> {
  authenticateReporter(ctx, token)
  return { taken: await recordMailEvents(ctx, readReturnedMail(message, isDeliveryProofFor)) }
}

export const listSuppressions = (ctx: Context, query: SuppressionQuery): Promise<ListResult<Suppression>> =>
  queries.listSuppressionRows(ctx, query)

export async function addSuppression(ctx: Context, { address: email, detail }: NewSuppression): Promise<Suppression> {
  const address = emailKey(email)
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    const entry = { address, detail, at: new Date().toISOString() }
    const isStored =
      (await queries.insertSuppression(trxCtx, { ...entry, reason: 'manual' })) || (await queries.replaceWithManual(trxCtx, entry))
    const created = await queries.findSuppression(trxCtx, address)
    if (!isStored || !created) throw conflict('suppression.already', 'This address is already on the list.')
    await recordAudit(trxCtx, { action: 'suppression.create', subject: toSubject(created.id) })
    return created
  })
}

/** Removes an entry. The audit entry does not contain the address, like those for newsletter subscribers. */
export async function removeSuppression(ctx: Context, id: number): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    if ((await queries.deleteSuppression(trxCtx, id)) === undefined) throw notFound('suppression')
    await recordAudit(trxCtx, { action: 'suppression.remove', subject: toSubject(id) })
  })
  return { ok: true }
}

/** Purges soft bounce counts that have expired without suppressing the address. @returns when the next count is due */
export async function removeOldSoftBounces(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteSoftBouncesBefore(ctx, new Date(now - SOFT_BOUNCE_MS).toISOString())
  return addMs(await queries.findOldestSoftBounce(ctx), SOFT_BOUNCE_MS)
}

/**
 * Checks the token in constant time; hashing gives equal lengths. Only the main site accepts reports.
 * @throws AppError 403 for a wrong token; 404 on a tenant site or when no token is configured
 */
function authenticateReporter(ctx: Context, token: string): void {
  if (eventsToken === undefined || ctx.launcher) throw notFound('page')
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(token), digest(eventsToken))) throw forbidden('mail_events.wrong_token', 'The token is invalid.')
}

const toSubject = (id: number) => ({ type: 'suppression' as const, id, title: `Address ${id}` })
