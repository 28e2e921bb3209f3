/** Notifies customers that their enquiry has arrived, has a reply or has a new status. */
import { originForMail, sendNotices } from '#features/notices/notice.service.ts'
import { sendMail } from '#features/mail/mail.service.ts'
import { countLimitedMail } from '#features/mail-ledger/mail-ledger.service.ts'
import { lockRow } from '#db/lock-row.ts'
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Enquiry } from '#features/enquiries/handling/enquiry-handling.contract.ts'
import * as handling from '#features/enquiries/handling/enquiry-handling.queries.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { enquiryAnsweredMail, enquiryReceivedMail, enquiryStatusMail } from './customer.mail.ts'
import { issueEnquiryLink } from './enquiry-key.service.ts'
import { toMailText } from './message-html.service.ts'
import * as queries from './tracking.queries.ts'
import { markDemo } from '#wording/demo-mark.ts'

type MailedEnquiry = Pick<Enquiry, 'id' | 'email' | 'productName'>

/** Mails a confirmation, unless the address has reached its limit. Call it in the transaction that inserts the enquiry. */
export async function confirmEnquiry(ctx: Context, enquiry: MailedEnquiry): Promise<void> {
  if (!(await countLimitedMail(ctx, 'enquiry.received', enquiry))) return
  const mail = { ...(await markProduct(ctx, enquiry)), link: await issueEnquiryLink(ctx, enquiry) }
  await sendMail(ctx, enquiryReceivedMail, mail, { to: enquiry.email, ...getReplyTo(ctx) })
}

/**
 * Sends a reply by mail and adds it to the customer's page. The author becomes the handler of the enquiry, and the status `new` becomes
 * `contacted`.
 */
export async function answerCustomer(ctx: Context, id: number, text: string): Promise<Enquiry> {
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'enquiries', id)
    const enquiry = await handling.findEnquiry(trxCtx, id)
    if (!enquiry) throw notFound('enquiry')
    const userId = ctx.viewer?.id ?? 0
    await queries.insertEnquiryMessage(trxCtx, { enquiryId: id, userId, content: text })
    await queries.updateEnquiryHandler(trxCtx, id, userId)
    if (enquiry.status === 'new') {
      await handling.updateEnquiryStatus(trxCtx, enquiry, 'contacted')
      const subject = { type: 'enquiry' as const, id, title: `${enquiry.name}: ${enquiry.productName}` }
      await recordAudit(trxCtx, { action: 'enquiry.status', subject, before: { status: 'new' }, after: { status: 'contacted' } })
    }
    const who = (await queries.findEnquiryPageData(trxCtx, id)).handler ?? ctx.site.settings.name
    const mail = {
      ...(await markProduct(trxCtx, enquiry)),
      who,
      answer: toMailText(ctx, text),
      link: await issueEnquiryLink(trxCtx, enquiry),
    }
    await sendMail(trxCtx, enquiryAnsweredMail, mail, { to: enquiry.email, ...getReplyTo(ctx) })
    await notifyMember(trxCtx, enquiry, mail.link)
    return { ...enquiry, status: enquiry.status === 'new' ? 'contacted' : enquiry.status }
  })
}

/** Notifies the member who sent the enquiry while signed in, without a second mail; does nothing for visitors. */
async function notifyMember(ctx: Context, { id, productName }: MailedEnquiry, link: string): Promise<void> {
  const userId = await queries.findEnquirySender(ctx, id)
  if (userId === null) return
  await sendNotices(ctx, [
    {
      userId,
      kind: 'answer',
      about: `enquiry:${id}`,
      title: `Your enquiry about ${productName} has a reply`,
      path: link.slice(link.indexOf('/enquiry-status/')),
      origin: originForMail(ctx),
      actorId: ctx.viewer?.id ?? null,
      firstItem: 0,
      lastItem: 0,
      items: 1,
      isMailed: true,
      isDemo: await queries.isAboutDemoProduct(ctx, id),
    },
  ])
}

/**
 * Makes the viewer the handler of the enquiry, and mails the new status to the customer, except for `new`. Call it in the transaction that sets the
 * status.
 */
export async function notifyStatusChange(ctx: Context, enquiry: MailedEnquiry, status: string): Promise<void> {
  await queries.updateEnquiryHandler(ctx, enquiry.id, ctx.viewer?.id ?? 0)
  if (status === 'new') return
  const mail = { ...(await markProduct(ctx, enquiry)), status, link: await issueEnquiryLink(ctx, enquiry) }
  await sendMail(ctx, enquiryStatusMail, mail, { to: enquiry.email, ...getReplyTo(ctx) })
}

/** Adds "(demo)" to the name of a demo product. */
const markProduct = async (ctx: Context, { id, productName }: MailedEnquiry) => ({
  id,
  productName: markDemo(productName, await queries.isAboutDemoProduct(ctx, id)),
})

/** Returns the address for replies: the first in the setting `enquiryEmail`. */
const getReplyTo = ({ site }: Pick<Context, 'site'>) => ({ replyTo: site.settings.enquiryEmail.split(',')[0]?.trim() ?? '' })
