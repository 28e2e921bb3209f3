/**
 * Addresses that have unsubscribed, as hashes with the key of the installation: enough to recognise them in an import, and no list of people
 * who wanted to be forgotten. Archives do not carry them, since another installation has another key; backups and moves do.
 */
import { isOneOfTexts } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { keyedHash } from '#platform/config/secret-box.ts'

type Db = Pick<Context, 'db'>

const hashOf = (email: string): string => keyedHash(email.trim().toLowerCase(), 'addresses that have unsubscribed')

/** Call it in the transaction that removes a subscriber at their wish. */
export async function recordUnsubscribe({ db }: Db, email: string, at = new Date().toISOString()): Promise<void> {
  await db
    .insertInto('newsletter_unsubscribes')
    .values({ address_hash: hashOf(email), left_at: at })
    .onConflict((conflict) => conflict.column('address_hash').doUpdateSet({ left_at: at }))
    .execute()
}

/** Call it in the transaction that confirms a subscription: their own sign-up counts. */
export async function forgetUnsubscribe({ db }: Db, email: string): Promise<void> {
  await db.deleteFrom('newsletter_unsubscribes').where('address_hash', '=', hashOf(email)).execute()
}

/** @returns when each of these addresses unsubscribed; absent for those that have not */
export async function findUnsubscribes({ db }: Db, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const byHash = new Map(emails.map((email) => [hashOf(email), email]))
  const rows = await db
    .selectFrom('newsletter_unsubscribes')
    .select(['address_hash', 'left_at'])
    .where(isOneOfTexts(db, 'address_hash', [...byHash.keys()]))
    .execute()
  return new Map(rows.map(({ address_hash: hash, left_at: at }) => [byHash.get(hash) ?? '', at]))
}
