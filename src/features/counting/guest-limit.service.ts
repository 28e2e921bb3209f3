/**
 * How often guests may post, over a longer time than the rate limit of a call. All guests share one account, so that networks are counted:
 * a keyed hash of each, which is deleted when the window is over.
 */
import type { Context } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import { rateLimitNetwork } from '#platform/http/proxy.ts'
import { keyedHash } from '#platform/config/secret-box.ts'
import * as queries from './counting.queries.ts'

const WINDOW_MS = 86_400_000

/**
 * Counts a post of a guest in 24 hours. Call it in the transaction of the post, which is rolled back when it throws.
 * @param subject what is limited, such as `review:7`
 * @param message what to do, for people
 * @throws AppError 429 for more than `max` posts of one network
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
