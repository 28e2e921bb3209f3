/** Finds what members are interested in. What they read is not stored. */
import { forAnyTable } from '#db/any-table.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** Lists the categories of the topics that a member started, replied to or watches. */
export async function listPostedCategories({ db }: Db, userId: number): Promise<number[]> {
  const started = db.selectFrom('topics').select('category_id as id').where('user_id', '=', userId).where('category_id', 'is not', null)
  const replied = db
    .selectFrom('replies as r')
    .innerJoin('topics as t', 't.id', 'r.topic_id')
    .select('t.category_id as id')
    .where('r.user_id', '=', userId)
    .where('t.category_id', 'is not', null)
  const watched = db
    .selectFrom('topic_watches as w')
    .innerJoin('topics as t', 't.id', 'w.topic_id')
    .select('t.category_id as id')
    .where('w.user_id', '=', userId)
    .where('w.is_off', '=', false)
    .where('t.category_id', 'is not', null)
  const rows = await started.union(replied).union(watched).execute()
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}

/** Lists the ids of the categories or products that a member watches. The rows are written by a feature that this one does not need. */
export async function listWatchedIds({ db }: Db, userId: number, kind: 'category' | 'product'): Promise<number[]> {
  const rows = await forAnyTable(db)
    .selectFrom('watches')
    .select('subject_id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute()
  return rows.map((row) => Number(row['subject_id']))
}
