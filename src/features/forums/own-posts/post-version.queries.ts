import './post-version.context.ts'
import type { Insertable, Selectable } from 'kysely'
import { isOneOf } from '#db/search/search-index.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { countTotal, toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { PostVersion } from './own-post.contract.ts'

type Db = Pick<Context, 'db'>
export type PostType = 'topic' | 'reply'

export async function insertVersions({ db }: Db, rows: Insertable<Tables['post_versions']>[]): Promise<void> {
  await db.insertInto('post_versions').values(rows).execute()
}

export async function countVersions({ db }: Db, type: PostType, id: number): Promise<number> {
  const { n } = await db
    .selectFrom('post_versions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  return n
}

export async function listVersions(ctx: Db, type: PostType, id: number, paging: Paging): Promise<ListResult<PostVersion>> {
  const { offset, limit } = toOffsetLimit(paging)
  const items = await ctx.db
    .selectFrom('post_versions')
    .select(['title', 'content', 'edited_by as by', 'created_at as createdAt'])
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return { items, total: await countTotal(items, paging, () => countVersions(ctx, type, id)) }
}

/** Lists the complete rows, for the trash. */
export const listVersionRows = ({ db }: Db, type: PostType, ids: readonly number[]): Promise<Selectable<Tables['post_versions']>[]> =>
  db
    .selectFrom('post_versions')
    .selectAll()
    .where('subject_type', '=', type)
    .where(isOneOf(db, 'subject_id', ids))
    .orderBy('id')
    .execute()

export async function deleteVersionRows({ db }: Db, type: PostType, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('post_versions')
    .where('subject_type', '=', type)
    .where(isOneOf(db, 'subject_id', ids))
    .execute()
}

const TABLES_OF_TYPES = [
  ['topic', 'topics'],
  ['reply', 'replies'],
] as const

export async function findVersionsOfPerson({ db }: Db, { id }: { id: number }) {
  const found = []
  for (const [kind, table] of TABLES_OF_TYPES) {
    const rows = await db
      .selectFrom('post_versions')
      .select(['subject_id as postId', 'title', 'content', 'edited_by as by', 'created_at as createdAt'])
      .where('subject_type', '=', kind)
      .where('subject_id', 'in', db.selectFrom(table).select('id').where('user_id', '=', id))
      .orderBy('id')
      .execute()
    found.push(...rows.map((row) => ({ ...row, kind })))
  }
  return found
}

/** Deletes the earlier versions of the person's posts. The posts stay, under the name "Deleted member". */
export async function deleteVersionsOfPerson({ db }: Db, { id }: { id: number }): Promise<void> {
  for (const [kind, table] of TABLES_OF_TYPES)
    await db
      .deleteFrom('post_versions')
      .where('subject_type', '=', kind)
      .where('subject_id', 'in', db.selectFrom(table).select('id').where('user_id', '=', id))
      .execute()
}
