import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export async function listInterests({ db }: Db, subscriberId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('subscriber_interests')
    .select('category_id')
    .where('subscriber_id', '=', subscriberId)
    .orderBy('category_id')
    .execute()
  return rows.map(({ category_id }) => category_id)
}

/** Replaces all interests of a subscriber, skipping unknown categories. */
export async function replaceInterests({ db }: Db, subscriberId: number, categories: readonly number[]): Promise<void> {
  await db.deleteFrom('subscriber_interests').where('subscriber_id', '=', subscriberId).execute()
  if (categories.length === 0) return
  await db
    .insertInto('subscriber_interests')
    .columns(['subscriber_id', 'category_id'])
    .expression((eb) =>
      eb
        .selectFrom('subscribers as s')
        .innerJoin('categories as c', (join) => join.on('c.id', 'in', categories))
        .select(['s.id', 'c.id as category_id'])
        .where('s.id', '=', subscriberId),
    )
    .execute()
}
