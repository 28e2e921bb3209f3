/**
 * Keys in links that identify a subscriber without an account. Keys of single mails are stored as hashes. Keys of an issue are encrypted
 * ids, so that thousands of them need no rows and a leaked database reveals none.
 */
import { findToken } from '#features/accounts/passwords/token.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { openSealed, seal } from '#platform/config/secret-box.ts'
import { NEWSLETTER_PURPOSE } from './newsletter.policy.ts'
import * as queries from './newsletter.queries.ts'

const SEALED = 'sealed:1:'
const purposeOf = ({ id }: Context['site']): string => `newsletter reader of ${id}`

export interface ResolvedKey {
  /** Undefined: the subscriber no longer exists. */
  reader: queries.SubscriberIdentity | undefined
  /** The issue that contained the link; null: a single mail. */
  issueId: number | null
}

/** Returns the key for a subscriber's links in an issue. */
export const sealSubscriberKey = (site: Context['site'], subscriberId: number, issueId: number): string =>
  seal(`${subscriberId} ${issueId}`, purposeOf(site)).slice(SEALED.length)

/** @returns undefined for an invalid or unknown key */
export async function resolveSubscriberKey(ctx: Pick<Context, 'db' | 'site'>, key: string): Promise<ResolvedKey | undefined> {
  const opened = openSealed(SEALED + key, purposeOf(ctx.site))
  if (opened !== undefined) {
    const [subscriberId = 0, issueId = 0] = opened.split(' ').map(Number)
    return { reader: await queries.findSubscriberById(ctx, subscriberId), issueId }
  }
  const email = (await findToken(ctx, NEWSLETTER_PURPOSE, key))?.email
  return email ? { reader: await queries.findSubscriberByEmail(ctx, email), issueId: null } : undefined
}
