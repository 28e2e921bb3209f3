import './notice.context.ts'
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { Notice } from './notice.contract.ts'
import type { NewNotice, NoticeKind } from './notice-kind.policy.ts'

type Db = Pick<Context, 'db'>

/** Inserts a notice, or merges it into the unread notice of the same kind and subject. */
export async function upsertNotice({ db }: Db, notice: NewNotice, at: string): Promise<void> {
  const { userId, kind, about, title, path, origin, actorId, firstItem, lastItem, items, isMailed, isDemo = false } = notice
  await db
    .insertInto('notices')
    .values({
      user_id: userId,
      kind,
      about,
      title,
      path,
      origin,
      actor_id: actorId,
      first_item: firstItem,
      last_item: lastItem,
      items,
      mailed_items: isMailed ? items : 0,
      at,
      read_at: null,
      is_demo: isDemo,
    })
    .onConflict((oc) =>
      oc
        .columns(['user_id', 'kind', 'about'])
        .where('read_at', 'is', null)
        .doUpdateSet((eb) => ({
          title,
          is_demo: isDemo,
          actor_id: actorId,
          // Items that waited for approval may arrive after newer items.
          first_item: eb.case().when('notices.first_item', '>', firstItem).then(firstItem).else(eb.ref('notices.first_item')).end(),
          last_item: eb.case().when('notices.last_item', '<', lastItem).then(lastItem).else(eb.ref('notices.last_item')).end(),
          items: eb('notices.items', '+', items),
          mailed_items: eb('notices.mailed_items', '+', isMailed ? items : 0),
          origin,
          at,
        })),
    )
    .execute()
}

const selectNotices = ({ db }: Db) =>
  db
    .selectFrom('notices as n')
    .leftJoin('users as u', 'u.id', 'n.actor_id')
    .select([
      'n.id',
      'n.kind',
      'n.title',
      'n.path',
      'n.items',
      'n.at',
      'n.read_at as readAt',
      'n.is_demo as isDemo',
      (eb) => eb.fn.coalesce('u.display_name', 'u.username').as('actor'),
    ])

export async function listNoticeRows(ctx: Db, userId: number, paging: Paging): Promise<ListResult<Notice>> {
  const { offset, limit } = toOffsetLimit(paging)
  const items = await selectNotices(ctx)
    .where('n.user_id', '=', userId)
    .orderBy('n.at', 'desc')
    .orderBy('n.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const { total } = await ctx.db
    .selectFrom('notices')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { items, total }
}

export async function countUnread({ db }: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('notices')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Marks the member's notices as read: all of them if both `ids` and `about` are undefined. */
export async function markRead(
  { db }: Db,
  userId: number,
  { ids, about }: { ids?: readonly number[] | undefined; about?: string | undefined },
  at: string,
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (q) => q.where(isOneOf(db, 'id', ids ?? [])))
    .$if(about !== undefined, (q) => q.where('about', '=', about ?? ''))
    .execute()
}

/**
 * Subtracts a removed item from unread notices, and deletes those without further items.
 * @param authorId the author of the item, who was not notified
 */
export async function removeNoticeItem({ db }: Db, kind: NoticeKind, about: string, item: number, authorId: number): Promise<void> {
  await db
    .deleteFrom('notices')
    .where('about', '=', about)
    .where('kind', '=', kind)
    .where('user_id', '!=', authorId)
    .where('read_at', 'is', null)
    .where('first_item', '<=', item)
    .where('last_item', '>=', item)
    .where('items', '=', 1)
    .execute()
  await db
    .updateTable('notices')
    .set((eb) => ({
      items: eb('items', '-', 1),
      mailed_items: eb
        .case()
        .when('mailed_items', '>', 0)
        .then(eb('mailed_items', '-', 1))
        .else(0)
        .end(),
    }))
    .where('about', '=', about)
    .where('kind', '=', kind)
    .where('user_id', '!=', authorId)
    .where('read_at', 'is', null)
    .where('first_item', '<=', item)
    .where('last_item', '>=', item)
    .where('items', '>', 1)
    .execute()
}

export async function deleteNoticesAbout({ db }: Db, about: string): Promise<void> {
  await db.deleteFrom('notices').where('about', '=', about).execute()
}

export async function findLatestOrigin({ db }: Db): Promise<string> {
  const row = await db.selectFrom('notices').select('origin').where('origin', '!=', '').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.origin ?? ''
}

export async function deleteNoticesBefore({ db }: Db, at: string): Promise<void> {
  await db.deleteFrom('notices').where('at', '<', at).execute()
}

/** Returns unread notices with items that have not been mailed, oldest first. */
export async function listUnmailed({ db }: Db, userId: number, limit: number) {
  return db
    .selectFrom('notices as n')
    .leftJoin('users as u', 'u.id', 'n.actor_id')
    .select([
      'n.id',
      'n.kind',
      'n.title',
      'n.path',
      'n.origin',
      'n.items',
      'n.at',
      'n.is_demo as isDemo',
      (eb) => eb('n.items', '-', eb.ref('n.mailed_items')).as('fresh'),
      (eb) => eb.fn.coalesce('u.display_name', 'u.username').as('actor'),
    ])
    .where('n.user_id', '=', userId)
    .where('n.read_at', 'is', null)
    .whereRef('n.items', '>', 'n.mailed_items')
    .orderBy('n.at')
    .orderBy('n.id')
    .limit(limit)
    .execute()
}
export type UnmailedNotice = Awaited<ReturnType<typeof listUnmailed>>[number]

export async function markMailed({ db }: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('notices')
    .set((eb) => ({ mailed_items: eb.ref('items') }))
    .where(isOneOf(db, 'id', ids))
    .execute()
}
