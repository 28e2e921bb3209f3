import { holdRow } from '#db/hold-row.ts'
import { linkTo, postMail } from '#features/mail/mail.service.ts'
import { getProductById } from '#features/products/product.service.ts'
import { SYMBOLS } from '#features/sites/region.policy.ts'
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
    productPrice: priceOrPoa(product.price, SYMBOLS[ctx.site.settings.currency]),
    userId: ctx.viewer?.id ?? null,
    createdAt: new Date().toISOString(),
  }
  const id = await ctx.db.transaction().execute(async (db) => {
    if (ctx.caller?.isPlainForm) {
      // Held, so that of two presses the second finds what the first has made.
      await holdRow(db, 'products', productId)
      const sent = await queries.findSame({ db }, row, new Date(Date.now() - PRESSED_AGAIN_MS).toISOString())
      if (sent !== undefined) return sent
    }
    const made = await queries.insert({ db }, row)
    await announce({ ...ctx, db }, row)
    return made
  })
  return { id, status: 'new', productId, productName: row.productName, productPrice: row.productPrice, createdAt: row.createdAt }
}

/** Tells whoever is to know, in the customer's own words; each address gets a mail of its own. */
async function announce(ctx: Context, row: queries.NewRow): Promise<void> {
  const { subject, start } = letterAbout(row)
  const body = `${start}\n\nAll enquiries: ${linkTo(ctx, '/admin/enquiries')}`
  const addresses = ctx.site.settings.enquiryEmail.split(',').map((one) => one.trim())
  for (const to of addresses.filter(Boolean)) await postMail(ctx, { to, subject, body, replyTo: row.email })
}

/** What is the same in every letter about an enquiry: by this they are found again. */
export const letterAbout = (
  row: Pick<queries.NewRow, 'name' | 'email' | 'phone' | 'address' | 'notes' | 'productName' | 'productPrice'>,
) => ({
  subject: `New enquiry: ${row.productName}`,
  start: [
    `${row.name} asks about ${row.productName} (${row.productPrice}).`,
    row.notes ?? 'There is no message.',
    `Name: ${row.name}\nEmail: ${row.email}\nPhone: ${row.phone}\nAddress: ${row.address}`,
  ].join('\n\n'),
})

/** Whether this person has a completed enquiry about this product. */
export const hasCompletedEnquiry = queries.hasCompleted
