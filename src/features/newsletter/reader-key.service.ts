/**
 * By what a reader is known who has no account: the key in a link. Those of single mails are kept as a hash; those of an issue are sealed, so
 * that twenty thousand of them need no rows, and a copy of the database opens none.
 */
import { findToken } from '#features/accounts/passwords/token.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { openSealed, seal } from '#platform/config/secret-box.ts'
import { NEWSLETTER_PURPOSE } from './newsletter.policy.ts'
import * as queries from './newsletter.queries.ts'

const SEALED = 'sealed:1:'
const purposeOf = ({ id }: Context['site']): string => `newsletter reader of ${id}`

export interface ReaderKey {
  /** Undefined: whoever had the key is no longer on the list. */
  reader: queries.NewsletterReader | undefined
  /** The issue that the link was in. */
  issueId: number | null
}

/** The key of a reader's own links in an issue. */
export const sealReaderKey = (site: Context['site'], subscriberId: number, issueId: number): string =>
  seal(`${subscriberId} ${issueId}`, purposeOf(site)).slice(SEALED.length)

/** @returns undefined for what is no key of this site's */
export async function findReader(ctx: Pick<Context, 'db' | 'site'>, key: string): Promise<ReaderKey | undefined> {
  const opened = openSealed(SEALED + key, purposeOf(ctx.site))
  if (opened !== undefined) {
    const [subscriberId = 0, issueId = 0] = opened.split(' ').map(Number)
    return { reader: await queries.findReaderById(ctx, subscriberId), issueId }
  }
  const email = (await findToken(ctx, NEWSLETTER_PURPOSE, key))?.email
  return email ? { reader: await queries.findReaderByEmail(ctx, email), issueId: null } : undefined
}
