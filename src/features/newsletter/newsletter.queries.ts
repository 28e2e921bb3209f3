import type { Context } from '#platform/context.ts'

type Db = Pick<Context, 'db'>

/** Keeps an address once. @returns since when it is confirmed */
export async function insertSubscriber(
  { db }: Db,
  email: string,
  page: string | null,
  createdAt: string,
): Promise<{ confirmedAt: string | null }> {
  await db
    .insertInto('subscribers')
    .values({ email, page, created_at: createdAt })
    .onConflict((clash) => clash.column('email').doNothing())
    .execute()
  return db.selectFrom('subscribers').select('confirmed_at as confirmedAt').where('email', '=', email).executeTakeFirstOrThrow()
}

/** A letter was sent again: the time to confirm begins anew. */
export async function restartConfirmation({ db }: Db, email: string, page: string | null, at: string): Promise<void> {
  await db.updateTable('subscribers').set({ created_at: at, page }).where('email', '=', email).where('confirmed_at', 'is', null).execute()
}

/** @returns whether the address was there */
export async function confirmSubscriber({ db }: Db, email: string, at: string): Promise<boolean> {
  const row = await db.selectFrom('subscribers').select('confirmed_at').where('email', '=', email).executeTakeFirst()
  if (row?.confirmed_at === null) await db.updateTable('subscribers').set({ confirmed_at: at }).where('email', '=', email).execute()
  return row !== undefined
}

export async function deleteSubscriberByEmail({ db }: Db, email: string): Promise<void> {
  await db.deleteFrom('subscribers').where('email', '=', email).execute()
}

/** Addresses that wait since before then. */
export async function listUnconfirmed({ db }: Db, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscribers')
    .select('email')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .limit(limit)
    .execute()
  return rows.map(({ email }) => email)
}

/** @returns whether it still waited since before then */
export async function deleteUnconfirmed({ db }: Db, email: string, before: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('subscribers')
    .where('email', '=', email)
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
