/**
 * Unsubscribed addresses as keyed hashes: enough to recognise them in an import without storing the addresses. Not part of archives, as
 * another installation has a different key; part of backups and moves.
 */
import { isOneOfTexts } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { keyedHash } from '#platform/config/secret-box.ts'

type Db = Pick<Context, 'db'>

const hashOf = (email: string): string => keyedHash(email.trim().toLowerCase(), 'addresses that have unsubscribed')

/** Call it in the transaction that removes a subscriber who has unsubscribed. */
export async function recordUnsubscribe({ db }: Db, email: string, at = new Date().toISOString()): Promise<void> {
  await db
    .insertInto('newsletter_unsubscribes')
    .values({ address_hash: hashOf(email), left_at: at })
    .onConflict((oc) => oc.column('address_hash').doUpdateSet({ left_at: at }))
    .execute()
}

/** Call it in the transaction that confirms a subscription: a new opt-in overrides an earlier unsubscribe. */
export async function deleteUnsubscribe({ db }: Db, email: string): Promise<void> {
  await db.deleteFrom('newsletter_unsubscribes').where('address_hash', '=', hashOf(email)).execute()
}

/** @returns the time of unsubscribing by address; no entry for others */
export async function findUnsubscribes({ db }: Db, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const byHash = new Map(emails.map((email) => [hashOf(email), email]))
  const rows = await db
    .selectFrom('newsletter_unsubscribes')
    .select(['address_hash', 'left_at'])
    .where(isOneOfTexts(db, 'address_hash', [...byHash.keys()]))
    .execute()
  return new Map(rows.map(({ address_hash: hash, left_at: at }) => [byHash.get(hash) ?? '', at]))
}
