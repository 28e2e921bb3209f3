import type { Context } from '#platform/context.ts'

export async function insertOnce({ db }: Context, email: string, createdAt: string): Promise<void> {
  await db
    .insertInto('subscribers')
    .values({ email, created_at: createdAt })
    .onConflict((clash) => clash.column('email').doNothing())
    .execute()
}
