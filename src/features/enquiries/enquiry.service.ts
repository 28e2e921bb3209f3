import { getProductById } from '#features/products/product.service.ts'
import type { Context } from '#platform/context.ts'
import { priceOrPoa } from './enquiry.client.ts'
import type { NewEnquiry } from './enquiry.contract.ts'
import * as queries from './enquiry.queries.ts'

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
    productPrice: priceOrPoa(product.price),
    userId: ctx.viewer?.id ?? null,
    createdAt: new Date().toISOString(),
  }
  const id = await queries.insert(ctx, row)
  return { id, status: 'new', productId, productName: row.productName, productPrice: row.productPrice, createdAt: row.createdAt }
}

/** Whether this person has a completed enquiry about this product. */
export const hasCompletedEnquiry = queries.hasCompleted
