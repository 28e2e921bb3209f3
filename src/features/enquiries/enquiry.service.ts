import { lockRow } from '#db/lock-row.ts'
import { mailLink, queueMail } from '#features/mail/mail.service.ts'
import { getProductById } from '#features/products/product.service.ts'
import { CURRENCY_SYMBOLS } from '#features/sites/currency.policy.ts'
import type { Context } from '#platform/context.ts'
import { priceOrPoa } from './enquiry.client.ts'
import type { NewEnquiry } from './enquiry.contract.ts'
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
    await announce({ ...ctx, db }, row)
    return made
  })
  return { id, status: 'new', productId, productName: row.productName, productPrice: row.productPrice, createdAt: row.createdAt }
}

/** Tells whoever is to know, in the customer's own words; each address gets a mail of its own. */
async function announce(ctx: Context, row: queries.NewEnquiryRow): Promise<void> {
  const { subject, start } = enquiryMail(row)
  const body = `${start}\n\nAll enquiries: ${mailLink(ctx, '/admin/enquiries')}`
  const recipients = ctx.site.settings.enquiryEmail.split(',').map((one) => one.trim())
  for (const to of recipients.filter(Boolean)) await queueMail(ctx, { to, subject, body, replyTo: row.email })
}

/** What is the same in every letter about an enquiry: by this they are found again. */
export const enquiryMail = (
  row: Pick<queries.NewEnquiryRow, 'name' | 'email' | 'phone' | 'address' | 'notes' | 'productName' | 'productPrice'>,
) => ({
  subject: `New enquiry: ${row.productName}`,
  start: [
    `${row.name} asks about ${row.productName} (${row.productPrice}).`,
    row.notes ?? 'There is no message.',
    `Name: ${row.name}\nEmail: ${row.email}\nPhone: ${row.phone}\nAddress: ${row.address}`,
  ].join('\n\n'),
})

/** Whether this person has a completed enquiry about this product. */
export const hasCompletedEnquiry = queries.hasCompletedEnquiryRow
