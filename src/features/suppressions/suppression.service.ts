/** Addresses that get no mail: how they come onto the list, and who asks it. */
import './suppression.context.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { conflict, forbidden, notFound } from '#platform/contract/errors.ts'
import { timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import { containsMessageIdFor, isDeliveryProofFor } from './message-id.service.ts'
import { findRecentlyMailed } from './mailed-address.service.ts'
import { readReturnedMail } from './returned-mail.ts'
import type { MailEvent, NewSuppression, ReportedMailEvent, Suppression, SuppressionQuery } from './suppression.contract.ts'
import {
  isHeldBack,
  isKnownToAnybody,
  NEUTRAL_REASON,
  SOFT_BOUNCE_DAYS,
  SOFT_BOUNCES,
  SUPPRESSION_REASONS,
  type MailPurpose,
  type SuppressionReason,
} from './suppression.policy.ts'
import * as queries from './suppression.queries.ts'
import { limitText } from '#wording/cut-text.ts'
import { emailKey } from '#platform/text/parse-email.client.ts'

const SOFT_MS = SOFT_BOUNCE_DAYS * 86_400_000
const MAX_DETAIL = 300
const RETRY_MS = 86_400_000
let eventsToken: string | undefined

/** Once, at the start of the process. @param token absent: nobody may report anything */
export function acceptMailEvents(token: string | undefined): void {
  eventsToken = token
}

/** The lists that a mail of a site is checked against, its own first. @param installation absent: only the site's own */
export const suppressionListsOf = (
  ctx: Pick<Context, 'db'>,
  installation: Pick<Context, 'db'> | undefined,
): readonly Pick<Context, 'db'>[] => (installation === undefined || installation.db === ctx.db ? [ctx] : [ctx, installation])

/**
 * Returns why a mail to this address is not sent, or undefined when it may be sent. Called for each mail right before it is sent, so that mail
 * that was written earlier is checked too. The site's administrator reads the reason.
 * @param lists of `suppressionListsOf`: this site's own, and the installation's, as one mail server sends for all sites
 */
export async function findSuppressionFor(
  lists: readonly Pick<Context, 'db'>[],
  address: string,
  purpose: MailPurpose,
  now = Date.now(),
): Promise<string | undefined> {
  for (const [index, list] of lists.entries()) {
    const found = await queries.findLastReport(list, emailKey(address))
    if (!found || !isHeldBack(found.reason, purpose, now - Date.parse(found.lastEventAt))) continue
    // Only the first list is the site's own. What another site's administrator wrote or was told is not for this one's.
    if (index > 0) return NEUTRAL_REASON
    return `${SUPPRESSION_REASONS[found.reason]}${found.detail ? `: ${found.detail}` : ''}`
  }
  return undefined
}

/**
 * Those of some addresses to which nothing goes that nobody waits for, as a newsletter.
 * @param lists as for one address
 * @param addresses a few hundred at once
 */
export async function findSuppressedAmong(
  lists: readonly Pick<Context, 'db'>[],
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await Promise.all(lists.map((list) => queries.listSuppressedRows(list, addresses.map(emailKey))))
  const held = new Set(rows.flat().map(({ address }) => address))
  return new Set(addresses.filter((address) => held.has(emailKey(address))))
}

export interface AddressProblem {
  /** Null: it is on the installation's list, and its reason is not for another site. */
  reason: SuppressionReason | null
  /** Whether `retryAddress` would take it off the list. */
  canRetry: boolean
}

/** Why an address gets no mail, for its owner. @param lists of `suppressionListsOf` */
export async function findAddressProblem(
  lists: readonly Pick<Context, 'db'>[],
  address: string,
  now = Date.now(),
): Promise<AddressProblem | undefined> {
  for (const [index, list] of lists.entries()) {
    const found = await queries.findSuppression(list, emailKey(address))
    if (!found) continue
    if (index > 0) return { reason: null, canRetry: false }
    const retriedAt = await queries.findRetriedAt(list, emailKey(address))
    const isEarly = retriedAt !== null && Date.parse(retriedAt) >= now - RETRY_MS
    return { reason: found.reason, canRetry: isKnownToAnybody(found.reason) && !isEarly }
  }
  return undefined
}

/**
 * Takes an address off the site's own list whose mail came back: its owner says that it works. Once a day; the next bounce puts it back.
 * @returns false when it is not on the list for such a reason, or was tried within the day
 */
export const retryAddress = (ctx: Pick<Context, 'db'>, address: string, now = Date.now()): Promise<boolean> =>
  queries.releaseSuppression(ctx, emailKey(address), new Date(now).toISOString(), new Date(now - RETRY_MS).toISOString())

/** Records what a mail server or a provider has said of addresses, and believes it: `reportMailEvents` checks what comes from outside. */
export async function noteMailEvents(ctx: Pick<Context, 'db'>, events: readonly MailEvent[], now = Date.now()): Promise<number> {
  const at = new Date(now).toISOString()
  const keyed = events.map(({ type, address, detail }) => ({
    type,
    address: emailKey(address),
    detail: limitText(detail.trim(), MAX_DETAIL),
  }))
  await ctx.db.transaction().execute(async (db) => {
    // Sorted, to avoid deadlocks. The events of one address stay in their order.
    for (const { type, address, detail } of keyed.toSorted((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0))) {
      const isSoft = type === 'soft'
      if (isSoft && (await queries.addSoftBounce({ db }, address, detail, at, new Date(now - SOFT_MS).toISOString())) < SOFT_BOUNCES)
        continue
      const report = { address, reason: type, detail, at }
      if (!(await queries.insertSuppression({ db }, report)) && !isSoft) await queries.renewSuppression({ db }, report)
    }
  })
  return events.length
}

/**
 * Records that the mail server refused a recipient as unknown, on all lists that mails to it are checked against: one server sends for all
 * sites. Another site's administrator reads a neutral reason.
 * @param lists of `suppressionListsOf`
 */
export async function noteUnknownRecipient(lists: readonly Pick<Context, 'db'>[], address: string, detail: string): Promise<void> {
  for (const list of lists) await noteMailEvents(list, [{ type: 'bounce', address, detail }])
}

/**
 * The token authenticates the provider. Even so an event counts only for an address that was sent mail in the last days: its Message-ID proves it, or,
 * as some providers replace that, the installation's record of whom it has sent mail to.
 */
export async function reportMailEvents(ctx: Context, token: string, events: readonly ReportedMailEvent[]): Promise<{ taken: number }> {
  checkReporter(ctx, token)
  const isMailed = await findRecentlyMailed(
    ctx,
    events.map(({ address }) => address),
  )
  const believed = events.filter(({ address, messageId }) =>
    messageId === undefined ? isMailed(address) : containsMessageIdFor(messageId, address),
  )
  return { taken: await noteMailEvents(ctx, believed) }
}

/** Any sender can mail a report to a bounce address, so it is believed only with the delivery proof of a mail that was sent to its recipient. */
export async function reportReturnedMail(ctx: Context, token: string, message: string): Promise<{ taken: number }> {
  checkReporter(ctx, token)
  return { taken: await noteMailEvents(ctx, readReturnedMail(message, isDeliveryProofFor)) }
}

export const listSuppressions = (ctx: Context, query: SuppressionQuery): Promise<ListResult<Suppression>> =>
  queries.listSuppressionRows(ctx, query)

export async function addSuppression(ctx: Context, { address: given, detail }: NewSuppression): Promise<Suppression> {
  const address = emailKey(given)
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const entry = { address, detail, at: new Date().toISOString() }
    const isStored =
      (await queries.insertSuppression(inside, { ...entry, reason: 'manual' })) || (await queries.replaceWithManual(inside, entry))
    const made = await queries.findSuppression(inside, address)
    if (!isStored || !made) throw conflict('suppression.already', 'This address is on the list already.')
    await recordAudit(inside, { action: 'suppression.create', subject: toSubject(made.id) })
    return made
  })
}

/** The log notes it without the address, as with those of the newsletter. */
export async function removeSuppression(ctx: Context, id: number): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    if ((await queries.deleteSuppression(inside, id)) === undefined) throw notFound('suppression')
    await recordAudit(inside, { action: 'suppression.remove', subject: toSubject(id) })
  })
  return { ok: true }
}

/** The job: what was only counted, and has not gone on. */
export async function removeOldSoftBounces(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteCountedBefore(ctx, new Date(now - SOFT_MS).toISOString())
  return timeAfter(await queries.findFirstCounted(ctx), SOFT_MS)
}

/** Only the operator has the token, and only the main site takes reports. The hashes have one length: the comparison takes constant time. */
function checkReporter(ctx: Context, token: string): void {
  if (eventsToken === undefined || ctx.launcher) throw notFound('page')
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(token), digest(eventsToken))) throw forbidden('mail_events.wrong_token', 'The token is not the right one.')
}

const toSubject = (id: number) => ({ type: 'suppression' as const, id, title: `Address ${id}` })
