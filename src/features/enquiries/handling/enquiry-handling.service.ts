import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { listAuditEntriesBySubject, recordAudit } from '#features/audit/audit.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import { lockRow } from '#db/lock-row.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { notFound } from '#platform/contract/errors.ts'
import { assertVersion } from '#platform/contract/version.ts'
import type { Enquiry, EnquiryEvent, EnquiryListQuery } from './enquiry-handling.contract.ts'
import { notifyStatusChange } from '#features/enquiries/tracking/customer-news.service.ts'
import { renderMessages } from '#features/enquiries/tracking/message-html.service.ts'
import { listEnquiryMessages } from '#features/enquiries/tracking/tracking.queries.ts'
import * as queries from './enquiry-handling.queries.ts'
import { formatEnquiryStatus } from './enquiry-status.policy.ts'
import { showEmail } from '#platform/text/shown-email.client.ts'
import { listEnquiryBatch } from '#features/enquiries/enquiry-export.queries.ts'
import { toUtcDay } from '#wording/iso-day.ts'

export const listEnquiries = (ctx: Context, query: EnquiryListQuery): Promise<ListResult<Enquiry>> => queries.listEnquiryRows(ctx, query)

export async function getEnquiry(ctx: Pick<Context, 'db'>, id: number): Promise<Enquiry> {
  const enquiry = await queries.findEnquiry(ctx, id)
  if (!enquiry) throw notFound('enquiry')
  return enquiry
}

/** Sets the status and mails the change to the customer. Any status may change to any other; setting the current one again has no effect. */
export async function changeEnquiryStatus(ctx: Context, id: number, status: string): Promise<Enquiry> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'enquiries', id)
    const before = await getEnquiry(trxCtx, id)
    if (before.status === status) return before
    await queries.updateEnquiryStatus(trxCtx, before, status)
    await recordAudit(trxCtx, {
      action: 'enquiry.status',
      subject: toAuditSubject(before),
      before: { status: before.status },
      after: { status },
    })
    await publishEvent(trxCtx, 'enquiry.changed', toEventData({ ...before, status }))
    await notifyStatusChange(trxCtx, before, status)
    return { ...before, status }
  })
}

export async function changeEnquiryNotes(ctx: Context, id: number, text: string, version?: number): Promise<Enquiry> {
  const notes = text === '' ? null : text
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    if (!(await lockRow(db, 'enquiries', id))) throw notFound('enquiry')
    const before = await getEnquiry(trxCtx, id)
    assertVersion(version, { notes }, { version: before.version, fields: before, current: before })
    if (before.notes === notes) return before
    await queries.updateEnquiryNotes(trxCtx, id, notes)
    await recordAudit(trxCtx, {
      action: 'enquiry.notes',
      subject: toAuditSubject(before),
      before: { notes: before.notes },
      after: { notes },
    })
    await publishEvent(trxCtx, 'enquiry.changed', toEventData(before))
    return { ...before, notes, version: before.version + 1 }
  })
}

export const toAuditSubject = ({ id, name, productName }: Pick<Enquiry, 'id' | 'name' | 'productName'>) => ({
  type: 'enquiry' as const,
  id,
  title: `${name}: ${productName}`,
})

/** Returns the webhook payload, which contains neither personal data nor texts by the customer. */
export const toEventData = ({ id, productId, productName, status }: Pick<Enquiry, 'id' | 'productId' | 'productName' | 'status'>) => ({
  id,
  productId,
  productName,
  status,
})

type StoredEvent = Omit<EnquiryEvent, 'textHtml'>

/** Lists the events of an enquiry, oldest first: its arrival, status changes, edits of the notes, messages and its withdrawal. */
export async function getEnquiryTimeline(ctx: Context, id: number): Promise<EnquiryEvent[]> {
  const enquiry = await getEnquiry(ctx, id)
  const entries = await listAuditEntriesBySubject(ctx, 'enquiry', id)
  const getText = (values: Record<string, unknown> | null, name: string) => (typeof values?.[name] === 'string' ? values[name] : null)
  const changes = entries.flatMap(({ action, at, username: who, before, after }): StoredEvent[] => {
    if (action === 'enquiry.withdraw') return [{ at, who: enquiry.name, what: 'withdrawn', before: null, after: null }]
    const what = action === 'enquiry.status' ? 'status' : action === 'enquiry.notes' ? 'notes' : undefined
    return what ? [{ at, who, what, before: getText(before, what), after: getText(after, what) }] : []
  })
  const messages = (await listEnquiryMessages(ctx, id)).map(({ at, who, isFromCustomer, content }): StoredEvent =>
    isFromCustomer
      ? { at, who: enquiry.name, what: 'message', before: null, after: content }
      : { at, who: who ?? 'Someone', what: 'answer', before: null, after: content },
  )
  const laterEvents = [...messages, ...changes].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const received: StoredEvent = { at: enquiry.createdAt, who: enquiry.name, what: 'received', before: null, after: null }
  return renderMessages(ctx, [received, ...laterEvents], ({ after }) => after)
}

const BATCH_SIZE = 1000
const CSV_COLUMNS = [
  ['createdAt', 'Date'],
  ['name', 'Name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['address', 'Address'],
  ['productName', 'Product'],
  ['productPrice', 'Price'],
  ['statusLabel', 'Status'],
  ['customerMessage', 'Message'],
  ['notes', 'Notes'],
  ['status', 'Status key'],
] as const satisfies [keyof Enquiry | 'statusLabel', string][]

/**
 * Exports the enquiries that match a filter as CSV, newest first. It has a byte order mark, so that spreadsheets read it as UTF-8, and escapes
 * formulas (CSV injection). The rows are read in batches, between which other requests can run.
 */
export async function exportEnquiries(ctx: Context, filter: queries.EnquiryFilter): Promise<string> {
  const csvParts = [`\uFEFF${stringify([CSV_COLUMNS.map(([, heading]) => heading)])}`]
  let cursor: Enquiry | undefined
  do {
    const batch = await listEnquiryBatch(ctx, filter, cursor, BATCH_SIZE)
    const items = batch.items.map((item) => ({
      ...item,
      email: item.email && showEmail(item.email),
      statusLabel: formatEnquiryStatus(item.status),
    }))
    csvParts.push(stringify(items, { columns: CSV_COLUMNS.map(([key]) => key), escape_formulas: true }))
    cursor = batch.last
    await setImmediate()
  } while (cursor)
  ctx.headers?.set('content-disposition', `attachment; filename="enquiries-${toUtcDay()}.csv"`)
  return csvParts.join('')
}
