/**
 * Creates and resolves the keys in links, which identify a subscriber without an account. Keys in single mails are stored as hashes. Keys
 * in an issue are encrypted ids, so that thousands of them need no rows and a leaked database reveals none.
 */
import { findToken } from '#features/accounts/passwords/token.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { openSealed, seal } from '#platform/config/secret-box.ts'
import { NEWSLETTER_PURPOSE } from './newsletter.policy.ts'
import * as queries from './newsletter.queries.ts'

const SEALED_PREFIX = 'sealed:1:'
const getSealPurpose = ({ id }: Context['site']): string => `newsletter reader of ${id}`

export interface ResolvedKey {
  /** Undefined if the subscriber no longer exists. */
  subscriber: queries.SubscriberIdentity | undefined
  /** Id of the issue that contained the link; null if a single mail or an export contained it. */
  issueId: number | null
}

/** Returns the key for a subscriber's links in an issue. */
export const sealSubscriberKey = (site: Context['site'], subscriberId: number, issueId: number): string =>
  seal(`${subscriberId} ${issueId}`, getSealPurpose(site)).slice(SEALED_PREFIX.length)

/** @returns undefined for an invalid or unknown key */
export async function resolveSubscriberKey(ctx: Pick<Context, 'db' | 'site'>, key: string): Promise<ResolvedKey | undefined> {
  const idPair = openSealed(SEALED_PREFIX + key, getSealPurpose(ctx.site))
  if (idPair !== undefined) {
    const [subscriberId = 0, issueId = 0] = idPair.split(' ').map(Number)
    return { subscriber: await queries.findSubscriberById(ctx, subscriberId), issueId }
  }
  const email = (await findToken(ctx, NEWSLETTER_PURPOSE, key))?.email
  return email ? { subscriber: await queries.findSubscriberByEmail(ctx, email), issueId: null } : undefined
}
