/** What the customer is told: that it has arrived, who answers what, and what has become of it. */
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
import * as queries from './tracking.queries.ts'

type Addressed = Pick<Enquiry, 'id' | 'email' | 'productName'>

/** Call it in the transaction that has added the enquiry. */
export async function confirmEnquiry(ctx: Context, enquiry: Addressed): Promise<void> {
  if (!(await countLimitedMail(ctx, 'enquiry.received', enquiry))) return
  const mail = { ...enquiry, link: await issueEnquiryLink(ctx, enquiry) }
  await sendMail(ctx, enquiryReceivedMail, mail, { to: enquiry.email, ...replyTo(ctx) })
}

/** Goes out as a mail and stands on the customer's page. Whoever answers looks after it from now on. */
export async function answerCustomer(ctx: Context, id: number, text: string): Promise<Enquiry> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await lockRow(db, 'enquiries', id)
    const enquiry = await handling.findEnquiry(inside, id)
    if (!enquiry) throw notFound('enquiry')
    const userId = ctx.viewer?.id ?? 0
    await queries.insertEnquiryMessage(inside, { enquiryId: id, userId, content: text })
    await queries.updateEnquiryHandler(inside, id, userId)
    if (enquiry.status === 'new') {
      await handling.updateEnquiryStatus(inside, enquiry, 'contacted')
      const subject = { type: 'enquiry' as const, id, title: `${enquiry.name}: ${enquiry.productName}` }
      await recordAudit(inside, { action: 'enquiry.status', subject, before: { status: 'new' }, after: { status: 'contacted' } })
    }
    const who = (await queries.findEnquirySurroundings(inside, id)).handler ?? ctx.site.settings.name
    const mail = { ...enquiry, who, answer: text, link: await issueEnquiryLink(inside, enquiry) }
    await sendMail(inside, enquiryAnsweredMail, mail, { to: enquiry.email, ...replyTo(ctx) })
    await notifyMember(inside, enquiry, mail.link)
    return { ...enquiry, status: enquiry.status === 'new' ? 'contacted' : enquiry.status }
  })
}

/** A member who was signed in when they sent it. The mail with the answer is on its way already. */
async function notifyMember(ctx: Context, { id, productName }: Addressed, link: string): Promise<void> {
  const userId = await queries.findEnquirySender(ctx, id)
  if (userId === null) return
  await sendNotices(ctx, [
    {
      userId,
      kind: 'answer',
      about: `enquiry:${id}`,
      title: `Your enquiry about ${productName} has an answer`,
      path: link.slice(link.indexOf('/enquiry-status/')),
      origin: originForMail(ctx),
      actorId: ctx.viewer?.id ?? null,
      firstItem: 0,
      lastItem: 0,
      items: 1,
      isMailed: true,
    },
  ])
}

/** Call it in the transaction that has set the status. */
export async function tellStatus(ctx: Context, enquiry: Addressed, status: string): Promise<void> {
  await queries.updateEnquiryHandler(ctx, enquiry.id, ctx.viewer?.id ?? 0)
  if (status === 'new') return
  const mail = { ...enquiry, status, link: await issueEnquiryLink(ctx, enquiry) }
  await sendMail(ctx, enquiryStatusMail, mail, { to: enquiry.email, ...replyTo(ctx) })
}

/** An answer by mail reaches the first of those who answer enquiries. */
const replyTo = ({ site }: Pick<Context, 'site'>) => ({ replyTo: site.settings.enquiryEmail.split(',')[0]?.trim() ?? '' })
