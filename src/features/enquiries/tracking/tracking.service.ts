/** The customer's side of an enquiry, accessed with a key. */
import { lockRow } from '#db/lock-row.ts'
import { eraseAuditText, listAuditEntriesBySubject, recordAudit } from '#features/audit/audit.service.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import { countLimitedMail } from '#features/mail-ledger/mail-ledger.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict } from '#platform/contract/errors.ts'
import type { Enquiry } from '#features/enquiries/handling/enquiry-handling.contract.ts'
import * as handling from '#features/enquiries/handling/enquiry-handling.queries.ts'
import * as removal from '#features/enquiries/removal/enquiry-removal.queries.ts'
import { deleteEnquiryMail } from '#features/enquiries/removal/enquiry-removal.service.ts'
import { customerMessageMail, enquiryLinksMail, type CustomerMail } from './customer.mail.ts'
import { issueEnquiryLink, unknownLinkError, readEnquiryKey } from './enquiry-key.service.ts'
import type { CustomerEvent, EnquiryStatusView } from './tracking.contract.ts'
import * as queries from './tracking.queries.ts'

const CLOSED = new Set(['completed', 'cancelled'])
/** Messages per enquiry. */
const MAX_MESSAGES = 200
/** Links in one mail, newest first. */
const MAX_LINKS = 20

export async function getEnquiryStatus(ctx: Context, key: string): Promise<EnquiryStatusView> {
  return toStatusView(ctx, await openEnquiry(ctx, key))
}

/** Adds a message to the timeline and mails it to the administrators. */
export async function addCustomerMessage(ctx: Context, key: string, text: string): Promise<EnquiryStatusView> {
  return change(ctx, key, async (trxCtx, { id, status, name, email, productName }) => {
    if (CLOSED.has(status)) throw conflict('enquiry.closed', 'This enquiry is closed. Please send a new one.')
    if ((await queries.countEnquiryMessages(trxCtx, id)) >= MAX_MESSAGES)
      throw conflict('enquiry.full', 'This enquiry has reached the maximum number of messages. Please send a new one.')
    await queries.insertEnquiryMessage(trxCtx, { enquiryId: id, userId: null, content: text })
    const about = { id, who: name, productName, message: text, link: mailLink(ctx, `/admin/enquiries?open=${id}`) }
    await sendMail(trxCtx, customerMessageMail, about, { to: ctx.site.settings.enquiryEmail, replyTo: email })
  })
}

/** Cancels the enquiry. @throws AppError 409 when it is already closed */
export async function withdrawEnquiry(ctx: Context, key: string): Promise<EnquiryStatusView> {
  return change(ctx, key, async (trxCtx, enquiry) => {
    const { id, status, name, productName } = enquiry
    if (CLOSED.has(status)) throw conflict('enquiry.closed', 'This enquiry is already closed.')
    await handling.updateEnquiryStatus(trxCtx, enquiry, 'cancelled')
    const subject = { type: 'enquiry' as const, id, title: `${name}: ${productName}` }
    await recordAudit(
      { ...trxCtx, viewer: null },
      {
        action: 'enquiry.withdraw',
        subject,
        before: { status },
        after: { status: 'cancelled' },
      },
    )
  })
}

/** Erases the enquiry permanently, bypassing the trash; only an audit entry with its id remains. */
export async function eraseEnquiry(ctx: Context, key: string): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db, viewer: null }
    const { id } = await lockEnquiry(trxCtx, key)
    const row = await removal.findEnquiryRow(trxCtx, id)
    if (!row) throw unknownLinkError()
    await removal.deleteEnquiryRow(trxCtx, id)
    await deleteEnquiryMail(trxCtx, row)
    const title = `Enquiry ${id}`
    await eraseAuditText(trxCtx, 'enquiry', id, title)
    await recordAudit(trxCtx, { action: 'enquiry.erase', subject: { type: 'enquiry', id, title } })
  })
  return { ok: true }
}

/** Sends one mail with all links. The result does not reveal whether the address has enquiries or has reached its limit. */
export async function sendEnquiryLinks(ctx: Context, email: string): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    if (!(await countLimitedMail(trxCtx, 'enquiry.links', { email }))) return
    const found = await queries.listEnquiriesOfEmail(trxCtx, email, MAX_LINKS)
    const [newest] = found
    if (!newest) return
    const enquiries: CustomerMail[] = []
    for (const { id, productName, ...enquiry } of found)
      enquiries.push({ id, productName, link: await issueEnquiryLink(trxCtx, { id, ...enquiry }) })
    await sendMail(trxCtx, enquiryLinksMail, { enquiries }, { to: newest.email, priority: 'urgent' })
  })
  return { ok: true }
}

async function openEnquiry(ctx: Pick<Context, 'db'>, key: string): Promise<Enquiry> {
  const { id, email } = await readEnquiryKey(ctx, key)
  const enquiry = await handling.findEnquiry(ctx, id)
  // In the trash, or a different enquiry with the same id.
  if (!enquiry || enquiry.email.toLowerCase() !== email) throw unknownLinkError()
  return enquiry
}

async function lockEnquiry(ctx: Pick<Context, 'db'>, key: string): Promise<Enquiry> {
  const { id } = await readEnquiryKey(ctx, key)
  await lockRow(ctx.db, 'enquiries', id)
  return openEnquiry(ctx, key)
}

async function change(
  ctx: Context,
  key: string,
  callback: (trxCtx: Context, enquiry: Enquiry) => Promise<void>,
): Promise<EnquiryStatusView> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await callback(trxCtx, await lockEnquiry(trxCtx, key))
    return getEnquiryStatus(trxCtx, key)
  })
}

async function toStatusView(ctx: Context, enquiry: Enquiry): Promise<EnquiryStatusView> {
  const { id, status, productName, productPrice, createdAt, name, email, phone, address, customerMessage } = enquiry
  const shown = { id, status, productName, productPrice, createdAt, name, email, phone, address, message: customerMessage }
  const pageData = await queries.findEnquiryPageData(ctx, id)
  return { ...shown, ...pageData, isOpen: !CLOSED.has(status), events: await listEvents(ctx, enquiry) }
}

/** Returns the events that the customer may see: without notes, with administrators' display names only. */
async function listEvents(ctx: Context, { id, createdAt }: Enquiry): Promise<CustomerEvent[]> {
  const changes = (await listAuditEntriesBySubject(ctx, 'enquiry', id)).flatMap(({ action, at, username, after }): CustomerEvent[] => {
    if (action === 'enquiry.withdraw') return [{ at, who: null, what: 'withdrawn', text: null }]
    if (action !== 'enquiry.status') return []
    return [{ at, who: username, what: 'status', text: typeof after?.['status'] === 'string' ? after['status'] : null }]
  })
  const messages = (await queries.listEnquiryMessages(ctx, id)).map(({ at, who, isFromCustomer, content }): CustomerEvent =>
    isFromCustomer ? { at, who: null, what: 'message', text: content } : { at, who: who ?? 'Someone', what: 'answer', text: content },
  )
  const received: CustomerEvent = { at: createdAt, who: null, what: 'received', text: null }
  return [received, ...[...messages, ...changes].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))]
}
