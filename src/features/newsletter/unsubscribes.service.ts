/**
 * Stores unsubscribed addresses as keyed hashes, enough to recognise them in an import. They are not part of archives, because another
 * installation has a different key, but of backups and database moves.
 */
import { isOneOfTexts } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { keyedHash } from '#platform/config/secret-box.ts'

type Db = Pick<Context, 'db'>

const hashEmail = (email: string): string => keyedHash(email.trim().toLowerCase(), 'addresses that have unsubscribed')

/** Must be called in the transaction that removes a subscriber who has unsubscribed. */
export async function recordUnsubscribe({ db }: Db, email: string, leftAt = new Date().toISOString()): Promise<void> {
  await db
    .insertInto('newsletter_unsubscribes')
    .values({ address_hash: hashEmail(email), left_at: leftAt })
    .onConflict((oc) => oc.column('address_hash').doUpdateSet({ left_at: leftAt }))
    .execute()
}

/** Must be called in the transaction that confirms a subscription: a new opt-in overrides an earlier unsubscribe. */
export async function deleteUnsubscribe({ db }: Db, email: string): Promise<void> {
  await db.deleteFrom('newsletter_unsubscribes').where('address_hash', '=', hashEmail(email)).execute()
}

/** @returns when each address unsubscribed; addresses that have not unsubscribed have no entry */
export async function findUnsubscribes({ db }: Db, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const byHash = new Map(emails.map((email) => [hashEmail(email), email]))
  const rows = await db
    .selectFrom('newsletter_unsubscribes')
    .select(['address_hash', 'left_at'])
    .where(isOneOfTexts(db, 'address_hash', [...byHash.keys()]))
    .execute()
  return new Map(rows.map(({ address_hash: hash, left_at: at }) => [byHash.get(hash) ?? '', at]))
}
