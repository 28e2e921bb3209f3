import type { Context } from '#platform/contract/context.ts'

type DbContext = Pick<Context, 'db'>

export async function isBrowserOfUser({ db }: DbContext, userId: number, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

export async function isKnownBrowser({ db }: DbContext, tokenHash: string): Promise<boolean> {
  return (await db.selectFrom('known_browsers').select('user_id').where('token_hash', '=', tokenHash).executeTakeFirst()) !== undefined
}

export async function hasBrowsers({ db }: DbContext, userId: number): Promise<boolean> {
  return (await db.selectFrom('known_browsers').select('user_id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined
}

export async function upsertKnownBrowser({ db }: DbContext, userId: number, tokenHash: string, usedAt: string): Promise<void> {
  await db
    .insertInto('known_browsers')
    .values({ user_id: userId, token_hash: tokenHash, last_used_at: usedAt })
    .onConflict((oc) => oc.columns(['user_id', 'token_hash']).doUpdateSet({ last_used_at: usedAt }))
    .execute()
}

/** Deletes all browsers of the user except the `max` most recently used ones. */
export async function deleteBrowsersBeyond({ db }: DbContext, userId: number, max: number): Promise<void> {
  const newestHashes = db
    .selectFrom('known_browsers')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .limit(max)
  await db.deleteFrom('known_browsers').where('user_id', '=', userId).where('token_hash', 'not in', newestHashes).execute()
}

/** @param exceptTokenHash the browser that is not deleted; `undefined` deletes all */
export async function deleteBrowsersOfUser({ db }: DbContext, userId: number, exceptTokenHash: string | undefined): Promise<void> {
  await db
    .deleteFrom('known_browsers')
    .where('user_id', '=', userId)
    .$if(exceptTokenHash !== undefined, (q) => q.where('token_hash', '!=', exceptTokenHash ?? ''))
    .execute()
}

export async function deleteBrowsersBefore({ db }: DbContext, before: string): Promise<void> {
  await db.deleteFrom('known_browsers').where('last_used_at', '<', before).execute()
}
