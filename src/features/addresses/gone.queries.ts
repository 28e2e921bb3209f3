import { isOneOf } from '#db/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'

export type GoneKind = Tables['gone_addresses']['kind']
type Db = Pick<Context, 'db'>

export async function put({ db }: Db, kind: GoneKind, keys: readonly string[], id: number, at: string): Promise<void> {
  for (const key of keys)
    await db
      .insertInto('gone_addresses')
      .values({ kind, key, subject_id: id, gone_at: at })
      .onConflict((clash) => clash.columns(['kind', 'key']).doUpdateSet({ subject_id: id, gone_at: at }))
      .execute()
}

export async function isThere({ db }: Db, kind: GoneKind, key: string): Promise<boolean> {
  return (
    (await db.selectFrom('gone_addresses').select('key').where('kind', '=', kind).where('key', '=', key).executeTakeFirst()) !== undefined
  )
}

export async function remove({ db }: Db, kind: GoneKind, key: string): Promise<void> {
  await db.deleteFrom('gone_addresses').where('kind', '=', kind).where('key', '=', key).execute()
}

export async function removeAllOf({ db }: Db, kind: GoneKind, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('gone_addresses')
    .where('kind', '=', kind)
    .where(isOneOf(db, 'subject_id', ids))
    .execute()
}
