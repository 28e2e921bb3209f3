import { lockRow } from '#db/lock-row.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import { getProductById } from '#features/products/product.service.ts'
import { CURRENCY_SYMBOLS } from '#features/sites/currency.policy.ts'
import { announceEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { priceOrPoa } from './enquiry.client.ts'
import type { NewEnquiry } from './enquiry.contract.ts'
import { newEnquiryMail } from './enquiry.mail.ts'
import { confirmEnquiry } from '#features/enquiries/tracking/customer-news.service.ts'
import * as queries from './enquiry.queries.ts'

const PRESSED_AGAIN_MS = 600_000

/** Name and price are the server's own at this moment, kept beside the enquiry; the browser's are not looked at. */
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
      // Held, so that of two presses the second finds what the first has made.
      await lockRow(db, 'products', productId)
      const sent = await queries.findSameEnquiry({ db }, row, new Date(Date.now() - PRESSED_AGAIN_MS).toISOString())
      if (sent !== undefined) return sent
    }
    const made = await queries.insertEnquiry({ db }, row)
    await announceEvent({ db }, 'enquiry.created', { id: made, productId, productName: row.productName, status: 'new' })
    await announce({ ...ctx, db }, made, row)
    await confirmEnquiry({ ...ctx, db }, { ...row, id: made })
    return made
  })
  return { id, status: 'new', productId, productName: row.productName, productPrice: row.productPrice, createdAt: row.createdAt }
}

/** Tells whoever is to know, in the customer's own words; each address gets a mail of its own. */
async function announce(ctx: Context, id: number, row: queries.NewEnquiryRow): Promise<void> {
  const link = mailLink(ctx, `/admin/enquiries?open=${id}`)
  await sendMail(ctx, newEnquiryMail, { ...row, link }, { to: ctx.site.settings.enquiryEmail, replyTo: row.email })
}

/** Whether this person has a completed enquiry about this product. */
export const hasCompletedEnquiry = queries.hasCompletedEnquiryRow
