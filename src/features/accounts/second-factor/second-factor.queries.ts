import type { Context } from '#platform/contract/context.ts'

type DbContext = Pick<Context, 'db'>

/** Replaces the stored form of the same secret (plain with sealed), unless it has changed in the meantime. */
export async function updateStoredSecret({ db }: DbContext, userId: number, storedBefore: string, storedAfter: string): Promise<void> {
  await db.updateTable('users').set({ totp_secret: storedAfter }).where('id', '=', userId).where('totp_secret', '=', storedBefore).execute()
}

export async function updateTotpSecret({ db }: DbContext, userId: number, secret: string): Promise<void> {
  await db.updateTable('users').set({ totp_secret: secret, totp_since: null }).where('id', '=', userId).execute()
}

export async function enableSecondFactor({ db }: DbContext, userId: number, enabledAt: string): Promise<void> {
  await db.updateTable('users').set({ totp_since: enabledAt }).where('id', '=', userId).execute()
}

export async function replaceRecoveryCodes({ db }: DbContext, userId: number, codeHashes: string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

export async function disableSecondFactor({ db }: DbContext, userId: number): Promise<void> {
  await db.updateTable('users').set({ totp_secret: null, totp_since: null }).where('id', '=', userId).execute()
}

export async function deleteRecoveryCodes({ db }: DbContext, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export async function countRecoveryCodes({ db }: DbContext, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return n
}

/** Deletes the code. @returns whether it was valid */
export async function consumeRecoveryCode({ db }: DbContext, userId: number, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the stored TOTP secret of the newest account that has one, because that is most likely sealed with the current key. */
export async function findAnySecret({ db }: Pick<Context, 'db'>): Promise<{ userId: number; secret: string } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'totp_secret'])
    .where('totp_secret', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.totp_secret ? { userId: row.id, secret: row.totp_secret } : undefined
}
