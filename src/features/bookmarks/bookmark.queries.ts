import './bookmark.context.ts'
import { isDemoPost } from '#db/demo-account.ts'
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { BookmarkKind } from './bookmark-limits.policy.ts'

type Db = Pick<Context, 'db'>

/** A bookmark without its subject. */
export interface BookmarkRow {
  kind: BookmarkKind
  id: number
  note: string
  createdAt: string
}

/** Selects bookmarks of one kind, or of a topic with its replies. */
export interface BookmarkFilter {
  kind?: BookmarkKind | undefined
  id?: number | undefined
  topicId?: number | undefined
}

const selectBookmarks = ({ db }: Db, userId: number) =>
  db.selectFrom('bookmarks').select(['kind', 'subject_id as id', 'note', 'created_at as createdAt']).where('user_id', '=', userId)

/** Lists all bookmarks of a member that match, newest first; the number of bookmarks is limited. */
export async function listBookmarkRows(ctx: Db, userId: number, { kind, id, topicId }: BookmarkFilter): Promise<BookmarkRow[]> {
  return selectBookmarks(ctx, userId)
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? 'topic'))
    .$if(id !== undefined, (q) => q.where('subject_id', '=', id ?? 0))
    .$if(topicId !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb.and([eb('kind', '=', 'topic'), eb('subject_id', '=', topicId ?? 0)]),
          eb.and([
            eb('kind', '=', 'reply'),
            eb(
              'subject_id',
              'in',
              ctx.db
                .selectFrom('replies')
                .select('replies.id')
                .where('topic_id', '=', topicId ?? 0),
            ),
          ]),
        ]),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('kind')
    .orderBy('subject_id')
    .execute()
}

export const findBookmark = (ctx: Db, userId: number, kind: BookmarkKind, id: number): Promise<BookmarkRow | undefined> =>
  selectBookmarks(ctx, userId).where('kind', '=', kind).where('subject_id', '=', id).executeTakeFirst()

export async function countBookmarks({ db }: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('bookmarks')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return n
}

/** Stores a bookmark, or changes the note of an existing one. */
export async function upsertBookmark({ db }: Db, userId: number, { kind, id, note, createdAt }: BookmarkRow): Promise<void> {
  await db
    .insertInto('bookmarks')
    .values({ user_id: userId, kind, subject_id: id, note, created_at: createdAt })
    .onConflict((oc) => oc.columns(['user_id', 'kind', 'subject_id']).doUpdateSet({ note }))
    .execute()
}

export async function deleteBookmark({ db }: Db, userId: number, kind: BookmarkKind, id: number): Promise<void> {
  await db.deleteFrom('bookmarks').where('user_id', '=', userId).where('kind', '=', kind).where('subject_id', '=', id).execute()
}

/** Lists the visible topics among the ids. */
export const listVisibleTopics = ({ db }: Db, ids: readonly number[]) =>
  db
    .selectFrom('topics as t')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 't.title', 't.content', isDemoPost('t').as('isDemo')])
    .where(isOneOf(db, 't.id', ids))
    .where('t.status', '=', 'visible')
    .execute()

/** Lists the visible replies in visible topics among the ids. */
export const listVisibleReplies = ({ db }: Db, ids: readonly number[]) =>
  db
    .selectFrom('replies as r')
    .innerJoin('topics as t', 't.id', 'r.topic_id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.topic_id as topicId', 't.title', 'r.content', isDemoPost('r').as('isDemo')])
    .where(isOneOf(db, 'r.id', ids))
    .where('r.status', '=', 'visible')
    .where('t.status', '=', 'visible')
    .execute()

/** Lists the published articles among the ids. */
export const listPublishedArticles = ({ db }: Db, ids: readonly number[]) =>
  db
    .selectFrom('articles')
    .select(['id', 'slug', 'title', 'summary', 'is_demo as isDemo'])
    .where(isOneOf(db, 'id', ids))
    .where('status', '=', 'published')
    .execute()

export const listProducts = ({ db }: Db, ids: readonly number[]) =>
  db
    .selectFrom('products')
    .select(['id', 'slug', 'name', 'is_demo as isDemo'])
    .where(isOneOf(db, 'id', ids))
    .execute()

export const findBookmarksOfPerson = ({ db }: Db, { id }: { id: number }) =>
  db
    .selectFrom('bookmarks')
    .select(['kind', 'subject_id as id', 'note', 'created_at as createdAt'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .orderBy('kind')
    .orderBy('subject_id')
    .execute()

export async function deleteBookmarksOfPerson({ db }: Db, { id }: { id: number }): Promise<void> {
  await db.deleteFrom('bookmarks').where('user_id', '=', id).execute()
}
