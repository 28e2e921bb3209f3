import type { Context } from '#platform/context.ts'

type Db = Pick<Context, 'db'>

/** Keeps an address once. @returns since when it is confirmed */
export async function keep({ db }: Db, email: string, createdAt: string): Promise<{ confirmedAt: string | null }> {
  await db
    .insertInto('subscribers')
    .values({ email, created_at: createdAt })
    .onConflict((clash) => clash.column('email').doNothing())
    .execute()
  return db.selectFrom('subscribers').select('confirmed_at as confirmedAt').where('email', '=', email).executeTakeFirstOrThrow()
}

/** @returns whether the address was there */
export async function confirm({ db }: Db, email: string, at: string): Promise<boolean> {
  const row = await db.selectFrom('subscribers').select('confirmed_at').where('email', '=', email).executeTakeFirst()
  if (row?.confirmed_at === null) await db.updateTable('subscribers').set({ confirmed_at: at }).where('email', '=', email).execute()
  return row !== undefined
}

export async function remove({ db }: Db, email: string): Promise<void> {
  await db.deleteFrom('subscribers').where('email', '=', email).execute()
}
