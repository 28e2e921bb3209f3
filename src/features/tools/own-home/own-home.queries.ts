import './own-home.context.ts'
import type { Context } from '#platform/contract/context.ts'
import { readStoredHome, type OwnHome } from './own-home.policy.ts'
import type { SavedHome } from './own-home.contract.ts'

type DbContext = Pick<Context, 'db'>

export async function findOwnHome({ db }: DbContext, { id }: { id: number }): Promise<SavedHome | null> {
  const row = await db.selectFrom('own_homes').select(['answers', 'changed_at as changedAt']).where('user_id', '=', id).executeTakeFirst()
  return row ? { home: readStoredHome(row.answers), changedAt: row.changedAt } : null
}

export async function upsertOwnHome({ db }: DbContext, userId: number, home: OwnHome, changedAt: string): Promise<void> {
  const row = { answers: JSON.stringify(home), changed_at: changedAt }
  await db
    .insertInto('own_homes')
    .values({ user_id: userId, ...row })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(row))
    .execute()
}

export async function deleteOwnHome({ db }: DbContext, { id }: { id: number }): Promise<void> {
  await db.deleteFrom('own_homes').where('user_id', '=', id).execute()
}
