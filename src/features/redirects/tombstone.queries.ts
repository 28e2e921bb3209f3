import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

export type TombstoneKind = Tables['gone_addresses']['kind']
type DbContext = Pick<Context, 'db'>

export interface RemovedUrl {
  id: number
  key: string
}

export async function upsertTombstones(
  { db }: DbContext,
  kind: TombstoneKind,
  removedUrls: readonly RemovedUrl[],
  goneAt: string,
): Promise<void> {
  if (removedUrls.length === 0) return
  await db
    .insertInto('gone_addresses')
    .values(removedUrls.map(({ id, key }) => ({ kind, key, subject_id: id, gone_at: goneAt })))
    .onConflict((oc) =>
      oc.columns(['kind', 'key']).doUpdateSet((eb) => ({ subject_id: eb.ref('excluded.subject_id'), gone_at: eb.ref('excluded.gone_at') })),
    )
    .execute()
}

export async function hasTombstone({ db }: DbContext, kind: TombstoneKind, key: string): Promise<boolean> {
  return (
    (await db.selectFrom('gone_addresses').select('key').where('kind', '=', kind).where('key', '=', key).executeTakeFirst()) !== undefined
  )
}

export async function deleteTombstone({ db }: DbContext, kind: TombstoneKind, key: string): Promise<void> {
  await db.deleteFrom('gone_addresses').where('kind', '=', kind).where('key', '=', key).execute()
}

export async function deleteTombstonesOf({ db }: DbContext, kind: TombstoneKind, id: number): Promise<void> {
  await db.deleteFrom('gone_addresses').where('kind', '=', kind).where('subject_id', '=', id).execute()
}
