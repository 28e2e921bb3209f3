import { lockRow } from '#db/lock-row.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import { getProductById } from '#features/products/product.service.ts'
import { CURRENCY_SYMBOLS } from '#features/sites/currency.policy.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { priceOrPoa } from './enquiry.client.ts'
import type { NewEnquiry } from './enquiry.contract.ts'
import { newEnquiryMail } from './enquiry.mail.ts'
import { confirmEnquiry } from '#features/enquiries/tracking/customer-news.service.ts'
import * as queries from './enquiry.queries.ts'
import { markDemo } from '#wording/demo-mark.ts'

/** Time within which an identical enquiry from a form without JavaScript is a duplicate, for example after a reload. */
const DUPLICATE_WINDOW_MS = 600_000

/**
 * Stores an enquiry with the current name and price of the product, and mails it to the administrators and to the customer. A duplicate from a form
 * without JavaScript is not stored again.
 */
export async function sendEnquiry(ctx: Context, { name, email, phone, address, notes, productId }: NewEnquiry) {
  const product = await getProductById(ctx, productId)
  const row = {
    name,
    email,
    phone,
    address,
    notes: notes || null,
    productId,
    productName: product.name,
    productPrice: priceOrPoa(product.price, CURRENCY_SYMBOLS[ctx.site.settings.currency]),
    userId: ctx.viewer?.id ?? null,
    createdAt: new Date().toISOString(),
  }
  const id = await ctx.db.transaction().execute(async (db) => {
    if (ctx.caller?.isPlainForm) {
      // Because of the lock, the second of two concurrent submissions finds the first.
      await lockRow(db, 'products', productId)
      const duplicateId = await queries.findDuplicateEnquiry({ db }, row, new Date(Date.now() - DUPLICATE_WINDOW_MS).toISOString())
      if (duplicateId !== undefined) return duplicateId
    }
    const enquiryId = await queries.insertEnquiry({ db }, row)
    await publishEvent({ db }, 'enquiry.created', { id: enquiryId, productId, productName: row.productName, status: 'new' })
    await notifyAdministrators({ ...ctx, db }, enquiryId, { ...row, productName: markDemo(row.productName, product.isDemo) })
    await confirmEnquiry({ ...ctx, db }, { ...row, id: enquiryId })
    return enquiryId
  })
  return { id, status: 'new', productId, productName: row.productName, productPrice: row.productPrice, createdAt: row.createdAt }
}

/** Mails the enquiry to the addresses in the setting `enquiryEmail`. */
async function notifyAdministrators(ctx: Context, id: number, row: queries.NewEnquiryRow): Promise<void> {
  const link = mailLink(ctx, `/admin/enquiries?open=${id}`)
  await sendMail(ctx, newEnquiryMail, { ...row, link }, { to: ctx.site.settings.enquiryEmail, replyTo: row.email })
}

/** Whether the member has a completed enquiry about the product. */
export const hasCompletedEnquiry = queries.hasCompletedEnquiryRow
