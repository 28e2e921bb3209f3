import type { Context } from '#platform/context.ts'
import * as queries from './newsletter.queries.ts'

/** Keeps an address once. Whether it was there before is nobody's business: the answer is the same. */
export async function subscribe(ctx: Context, email: string) {
  await queries.insertOnce(ctx, email.toLowerCase(), new Date().toISOString())
  return { message: 'Thank you for subscribing to our newsletter!' }
}
