import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface StoredCall {
  requestHash: string
  response: string | null
  claimedAt: string
}

/** Claims the key. @returns false if another request has claimed the key and it has not expired */
export async function insertKey(
  { db }: Db,
  { keyHash, requestHash, now, expiresAt }: { keyHash: string; requestHash: string; now: string; expiresAt: string },
): Promise<boolean> {
  const row = { request_hash: requestHash, response: null, claimed_at: now, expires_at: expiresAt }
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ key_hash: keyHash, ...row })
    .onConflict((oc) => oc.column('key_hash').doUpdateSet(row).where('idempotency_keys.expires_at', '<=', now))
    .returning('key_hash')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findKey = ({ db }: Db, keyHash: string): Promise<StoredCall | undefined> =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash as requestHash', 'response', 'claimed_at as claimedAt'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()

export async function updateResponse({ db }: Db, keyHash: string, response: string): Promise<void> {
  await db.updateTable('idempotency_keys').set({ response }).where('key_hash', '=', keyHash).execute()
}

export async function deleteKey({ db }: Db, keyHash: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('key_hash', '=', keyHash).execute()
}

export async function deleteExpiredKeys({ db }: Db, now: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute()
}
