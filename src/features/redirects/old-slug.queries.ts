import { isOneOf } from '#db/search/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

export type SluggedKind = Tables['old_slugs']['kind']
type DbContext = Pick<Context, 'db'>

export async function upsertOldSlug({ db }: DbContext, kind: SluggedKind, slug: string, id: number): Promise<void> {
  await db
    .insertInto('old_slugs')
    .values({ kind, slug, subject_id: id })
    .onConflict((oc) => oc.columns(['kind', 'slug']).doUpdateSet({ subject_id: id }))
    .execute()
}

export async function deleteOldSlug({ db }: DbContext, kind: SluggedKind, slug: string): Promise<void> {
  await db.deleteFrom('old_slugs').where('kind', '=', kind).where('slug', '=', slug).execute()
}

export async function deleteOldSlugsOf({ db }: DbContext, kind: SluggedKind, id: number): Promise<void> {
  await db.deleteFrom('old_slugs').where('kind', '=', kind).where('subject_id', '=', id).execute()
}

export async function findIdByOldSlug({ db }: DbContext, kind: SluggedKind, slug: string): Promise<number | undefined> {
  const row = await db.selectFrom('old_slugs').select('subject_id').where('kind', '=', kind).where('slug', '=', slug).executeTakeFirst()
  return row?.subject_id
}

export const listOldSlugsOf = ({ db }: DbContext, kind: SluggedKind, ids: readonly number[]): Promise<{ id: number; key: string }[]> =>
  db
    .selectFrom('old_slugs')
    .select(['subject_id as id', 'slug as key'])
    .where('kind', '=', kind)
    .where(isOneOf(db, 'subject_id', ids))
    .execute()
