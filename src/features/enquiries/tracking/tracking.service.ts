/** Lets customers follow, answer, withdraw and erase their enquiries with a key. */
import { lockRow } from '#db/lock-row.ts'
import { eraseAuditText, listAuditEntriesBySubject, recordAudit } from '#features/audit/audit.service.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import { countLimitedMail } from '#features/mail-ledger/mail-ledger.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict } from '#platform/contract/errors.ts'
import type { Enquiry } from '#features/enquiries/handling/enquiry-handling.contract.ts'
import * as handling from '#features/enquiries/handling/enquiry-handling.queries.ts'
import * as removal from '#features/enquiries/removal/enquiry-removal.queries.ts'
import { deleteEnquiryMailAndKeys } from '#features/enquiries/removal/enquiry-removal.service.ts'
import { customerMessageMail, enquiryLinksMail, type CustomerMail } from './customer.mail.ts'
import { issueEnquiryLink, unknownLinkError, readEnquiryKey } from './enquiry-key.service.ts'
import { renderMessages, toMailText } from './message-html.service.ts'
import type { CustomerEvent, EnquiryStatusView } from './tracking.contract.ts'
import * as queries from './tracking.queries.ts'
import { markDemo } from '#wording/demo-mark.ts'

const CLOSED_STATUSES = new Set(['completed', 'cancelled'])
/** Maximum number of messages per enquiry. */
const MAX_MESSAGES = 200
/** Maximum number of links in one mail; the newest enquiries are listed. */
const MAX_LINKS = 20

export async function getEnquiryStatus(ctx: Context, key: string): Promise<EnquiryStatusView> {
  return renderStatus(ctx, await readStatus(ctx, key))
}

/** The view of an enquiry before its messages are rendered, which a transaction must not wait for. */
type StoredEvent = Omit<CustomerEvent, 'textHtml'>
type StoredStatus = Omit<EnquiryStatusView, 'events'> & { events: StoredEvent[] }

const readStatus = async (ctx: Context, key: string): Promise<StoredStatus> => toStatusView(ctx, await getEnquiryByKey(ctx, key))

const renderStatus = async (ctx: Context, status: StoredStatus): Promise<EnquiryStatusView> => ({
  ...status,
  events: await renderMessages(ctx, status.events, ({ text }) => text),
})

/** Adds a message to the timeline and mails it to the administrators. */
export async function addCustomerMessage(ctx: Context, key: string, text: string): Promise<EnquiryStatusView> {
  return changeEnquiry(ctx, key, async (trxCtx, { id, status, name, email, productName }) => {
    if (CLOSED_STATUSES.has(status)) throw conflict('enquiry.closed', 'This enquiry is closed. Please send a new one.')
    if ((await queries.countEnquiryMessages(trxCtx, id)) >= MAX_MESSAGES)
      throw conflict('enquiry.full', 'This enquiry has reached the maximum number of messages. Please send a new one.')
    await queries.insertEnquiryMessage(trxCtx, { enquiryId: id, userId: null, content: text })
    const markedName = markDemo(productName, await queries.isAboutDemoProduct(trxCtx, id))
    const link = mailLink(ctx, `/admin/enquiries?open=${id}`)
    const mail = { id, who: name, productName: markedName, message: toMailText(ctx, text), link }
    await sendMail(trxCtx, customerMessageMail, mail, { to: ctx.site.settings.enquiryEmail, replyTo: email })
  })
}

/** Cancels the enquiry. @throws AppError 409 if it is already closed */
export async function withdrawEnquiry(ctx: Context, key: string): Promise<EnquiryStatusView> {
  return changeEnquiry(ctx, key, async (trxCtx, enquiry) => {
    const { id, status, name, productName } = enquiry
    if (CLOSED_STATUSES.has(status)) throw conflict('enquiry.closed', 'This enquiry is already closed.')
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

/** Erases the enquiry permanently, bypassing the trash. Only audit entries with its id remain. */
export async function eraseEnquiry(ctx: Context, key: string): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db, viewer: null }
    const { id } = await lockEnquiry(trxCtx, key)
    const row = await removal.findEnquiryRow(trxCtx, id)
    if (!row) throw unknownLinkError()
    await removal.deleteEnquiryRow(trxCtx, id)
    await deleteEnquiryMailAndKeys(trxCtx, row)
    const title = `Enquiry ${id}`
    await eraseAuditText(trxCtx, 'enquiry', id, title)
    await recordAudit(trxCtx, { action: 'enquiry.erase', subject: { type: 'enquiry', id, title } })
  })
  return { ok: true }
}

/** Sends one mail with links to the newest enquiries. The result does not reveal whether the address has any, or has reached its limit. */
export async function sendEnquiryLinks(ctx: Context, email: string): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    if (!(await countLimitedMail(trxCtx, 'enquiry.links', { email }))) return
    const newestEnquiries = await queries.listEnquiriesOfEmail(trxCtx, email, MAX_LINKS)
    const [newest] = newestEnquiries
    if (!newest) return
    const enquiries: CustomerMail[] = []
    for (const { id, productName, isDemo, ...enquiry } of newestEnquiries)
      enquiries.push({ id, productName: markDemo(productName, isDemo ?? false), link: await issueEnquiryLink(trxCtx, { id, ...enquiry }) })
    await sendMail(trxCtx, enquiryLinksMail, { enquiries }, { to: newest.email, priority: 'urgent' })
  })
  return { ok: true }
}

async function getEnquiryByKey(ctx: Pick<Context, 'db'>, key: string): Promise<Enquiry> {
  const { id, email } = await readEnquiryKey(ctx, key)
  const enquiry = await handling.findEnquiry(ctx, id)
  // Either the enquiry is in the trash, or a different one has the same id.
  if (!enquiry || enquiry.email.toLowerCase() !== email) throw unknownLinkError()
  return enquiry
}

async function lockEnquiry(ctx: Pick<Context, 'db'>, key: string): Promise<Enquiry> {
  const { id } = await readEnquiryKey(ctx, key)
  await lockRow(ctx.db, 'enquiries', id)
  return getEnquiryByKey(ctx, key)
}

async function changeEnquiry(
  ctx: Context,
  key: string,
  callback: (trxCtx: Context, enquiry: Enquiry) => Promise<void>,
): Promise<EnquiryStatusView> {
  const status = await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await callback(trxCtx, await lockEnquiry(trxCtx, key))
    return readStatus(trxCtx, key)
  })
  return renderStatus(ctx, status)
}

async function toStatusView(ctx: Context, enquiry: Enquiry): Promise<StoredStatus> {
  const { id, status, productName, productPrice, createdAt, name, email, phone, address, customerMessage } = enquiry
  const visibleFields = { id, status, productName, productPrice, createdAt, name, email, phone, address, message: customerMessage }
  const pageData = await queries.findEnquiryPageData(ctx, id)
  return { ...visibleFields, ...pageData, isOpen: !CLOSED_STATUSES.has(status), events: await listEvents(ctx, enquiry) }
}

/** Lists the events that the customer may see, oldest first. Edits of the administrators' notes are left out. */
async function listEvents(ctx: Context, { id, createdAt }: Enquiry): Promise<StoredEvent[]> {
  const entries = await listAuditEntriesBySubject(ctx, 'enquiry', id)
  // Audit entries name the login, which customers must not see.
  const names = await queries.listDisplayNames(
    ctx,
    entries.flatMap(({ userId }) => userId ?? []),
  )
  const changes = entries.flatMap(({ action, at, userId, after }): StoredEvent[] => {
    if (action === 'enquiry.withdraw') return [{ at, who: null, what: 'withdrawn', text: null }]
    if (action !== 'enquiry.status') return []
    return [
      {
        at,
        who: names.get(userId ?? 0) ?? 'Someone',
        what: 'status',
        text: typeof after?.['status'] === 'string' ? after['status'] : null,
      },
    ]
  })
  const messages = (await queries.listEnquiryMessages(ctx, id)).map(({ at, who, isFromCustomer, content }): StoredEvent =>
    isFromCustomer ? { at, who: null, what: 'message', text: content } : { at, who: who ?? 'Someone', what: 'answer', text: content },
  )
  const receivedEvent: StoredEvent = { at: createdAt, who: null, what: 'received', text: null }
  return [receivedEvent, ...[...messages, ...changes].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))]
}
