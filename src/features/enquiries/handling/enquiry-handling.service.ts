import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { listAuditEntriesOf, recordAudit } from '#features/audit/audit.service.ts'
import { announceEvent } from '#features/webhooks/webhook-event.service.ts'
import { lockRow } from '#db/lock-row.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { notFound } from '#platform/contract/errors.ts'
import { assertVersion } from '#platform/contract/version.ts'
import type { Enquiry, EnquiryEvent, EnquiryListQuery } from './enquiry-handling.contract.ts'
import { tellStatus } from '#features/enquiries/tracking/customer-news.service.ts'
import { listEnquiryMessages } from '#features/enquiries/tracking/tracking.queries.ts'
import * as queries from './enquiry-handling.queries.ts'
import { showEmail } from '#platform/text/shown-email.client.ts'
import { listEnquirySlice } from '#features/enquiries/enquiry-export.queries.ts'

export const listEnquiries = (ctx: Context, query: EnquiryListQuery): Promise<ListResult<Enquiry>> => queries.listEnquiryRows(ctx, query)

export async function getEnquiry(ctx: Pick<Context, 'db'>, id: number): Promise<Enquiry> {
  const enquiry = await queries.findEnquiry(ctx, id)
  if (!enquiry) throw notFound('enquiry')
  return enquiry
}

/** Any status may follow any. Setting the same again is no change, and leaves no trace. */
export async function changeEnquiryStatus(ctx: Context, id: number, status: string): Promise<Enquiry> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await lockRow(db, 'enquiries', id)
    const before = await getEnquiry(inside, id)
    if (before.status === status) return before
    await queries.updateEnquiryStatus(inside, before, status)
    await recordAudit(inside, {
      action: 'enquiry.status',
      subject: toAuditSubject(before),
      before: { status: before.status },
      after: { status },
    })
    await announceEvent(inside, 'enquiry.changed', toEventData({ ...before, status }))
    await tellStatus(inside, before, status)
    return { ...before, status }
  })
}

export async function changeEnquiryNotes(ctx: Context, id: number, text: string, version?: number): Promise<Enquiry> {
  const notes = text === '' ? null : text
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    if (!(await lockRow(db, 'enquiries', id))) throw notFound('enquiry')
    const before = await getEnquiry(inside, id)
    assertVersion(version, { notes }, { version: before.version, fields: before, current: before })
    if (before.notes === notes) return before
    await queries.updateEnquiryNotes(inside, id, notes)
    await recordAudit(inside, {
      action: 'enquiry.notes',
      subject: toAuditSubject(before),
      before: { notes: before.notes },
      after: { notes },
    })
    await announceEvent(inside, 'enquiry.changed', toEventData(before))
    return { ...before, notes, version: before.version + 1 }
  })
}

export const toAuditSubject = ({ id, name, productName }: Pick<Enquiry, 'id' | 'name' | 'productName'>) => ({
  type: 'enquiry' as const,
  id,
  title: `${name}: ${productName}`,
})

/** What webhooks are told of it: not who asked, nor what. */
export const toEventData = ({ id, productId, productName, status }: Pick<Enquiry, 'id' | 'productId' | 'productName' | 'status'>) => ({
  id,
  productId,
  productName,
  status,
})

/** From its arrival on: who set which status, who changed the notes, and what was written to and fro. */
export async function getEnquiryTimeline(ctx: Context, id: number): Promise<EnquiryEvent[]> {
  const enquiry = await getEnquiry(ctx, id)
  const entries = await listAuditEntriesOf(ctx, 'enquiry', id)
  const text = (from: Record<string, unknown> | null, name: string) => (typeof from?.[name] === 'string' ? from[name] : null)
  const changes = entries.flatMap(({ action, at, username: who, before, after }): EnquiryEvent[] => {
    if (action === 'enquiry.withdraw') return [{ at, who: enquiry.name, what: 'withdrawn', before: null, after: null }]
    const what = action === 'enquiry.status' ? 'status' : action === 'enquiry.notes' ? 'notes' : undefined
    return what ? [{ at, who, what, before: text(before, what), after: text(after, what) }] : []
  })
  const messages = (await listEnquiryMessages(ctx, id)).map(({ at, who, isFromCustomer, content }): EnquiryEvent =>
    isFromCustomer
      ? { at, who: enquiry.name, what: 'message', before: null, after: content }
      : { at, who: who ?? 'Somebody', what: 'answer', before: null, after: content },
  )
  const later = [...messages, ...changes].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return [{ at: enquiry.createdAt, who: enquiry.name, what: 'received', before: null, after: null }, ...later]
}

const SLICE = 1000
const HEADINGS = [
  ['createdAt', 'Date'],
  ['name', 'Name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['address', 'Address'],
  ['productName', 'Product'],
  ['productPrice', 'Price'],
  ['status', 'Status'],
  ['customerMessage', 'Message'],
  ['notes', 'Notes'],
] as const satisfies [keyof Enquiry, string][]

/**
 * Everything that matches, newest first, for a spreadsheet: with a byte order mark, so that it is read as UTF-8, and with
 * nothing that it would take for a formula. Slice by slice, with time for others in between.
 */
export async function exportEnquiries(ctx: Context, filter: queries.EnquiryFilter): Promise<string> {
  const parts = [`\uFEFF${stringify([HEADINGS.map(([, heading]) => heading)])}`]
  let last: Enquiry | undefined
  do {
    const slice = await listEnquirySlice(ctx, filter, last, SLICE)
    const items = slice.items.map((item) => ({ ...item, email: item.email && showEmail(item.email) }))
    parts.push(stringify(items, { columns: HEADINGS.map(([key]) => key), escape_formulas: true }))
    last = slice.last
    await setImmediate()
  } while (last)
  ctx.headers?.set('content-disposition', `attachment; filename="enquiries-${new Date().toISOString().slice(0, 10)}.csv"`)
  return parts.join('')
}
