/**
 * Limits guest posts per day, in addition to the rate limits of endpoints. Guests share one account, so posts are counted per network, by a
 * keyed hash that is deleted after the window.
 */
import type { Context } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import { rateLimitNetwork } from '#platform/http/proxy.ts'
import { keyedHash } from '#platform/config/secret-box.ts'
import * as queries from './counting.queries.ts'

const WINDOW_MS = 86_400_000

/**
 * Counts a guest post. Call it in the transaction of the post, which is rolled back if it throws.
 * @param subject scope of the limit, such as `review:7`
 * @param max posts per network in 24 hours
 * @param message error message for the guest
 * @throws AppError 429 above `max`
 */
export async function countGuestPost(ctx: Pick<Context, 'db' | 'caller'>, subject: string, max: number, message: string): Promise<void> {
  if (!ctx.caller) return
  const now = Date.now()
  const key = keyedHash(`${subject} ${rateLimitNetwork(ctx.caller.clientIp)}`, 'posts of guests')
  const resetsAt = new Date(now + WINDOW_MS).toISOString()
  const [counted] = await queries.addHits(ctx, [{ key, hits: 1, resetsAt }], new Date(now).toISOString())
  if (counted && counted.hits > max)
    throw new AppError(429, 'guest.limited', message, undefined, Math.ceil((Date.parse(counted.resetsAt) - now) / 1000))
}
