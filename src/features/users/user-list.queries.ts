/** Which members a list shows, and in which order: ids only, so that a far page is found within an index. */
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type Paging } from '#platform/contract/endpoint.ts'
import type { UserListQuery } from './user.contract.ts'

type Db = Pick<Context, 'db'>
export interface UserFilter extends Pick<UserListQuery, 'role' | 'state' | 'sort'> {
  /** What a search has found. */
  ids?: readonly number[] | undefined
}

/** Few are these, and an index holds each kind, so that everybody else is found without reading every row. */
const few = {
  admin: (db: Db['db']) =>
    db
      .selectFrom('users')
      .select('id')
      .where((eb) => eb('is_admin', '=', eb.lit(true))),
  restricted: (db: Db['db']) => db.selectFrom('users').select('id').where('restricted_at', 'is not', null),
  deleted: (db: Db['db']) => db.selectFrom('users').select('id').where('deleted_at', 'is not', null),
}

function select({ db }: Db, { role, state, ids }: UserFilter) {
  const only = [role === 'admin' && few.admin, state === 'restricted' && few.restricted, state === 'deleted' && few.deleted]
  const without = [role === 'user' && few.admin, state === 'active' && few.restricted, state !== 'deleted' && few.deleted]
  let query = db.selectFrom('users as u')
  for (const kind of only) if (kind) query = query.where('u.id', 'in', kind(db))
  for (const kind of without) if (kind) query = query.where('u.id', 'not in', kind(db))
  return ids === undefined ? query : query.where(isOneOf(db, 'u.id', ids))
}

export async function listUserIds(ctx: Db, filter: UserFilter, paging: Paging): Promise<number[]> {
  const { offset, limit } = toOffsetLimit(paging)
  const rows = await select(ctx, filter)
    .select('u.id')
    .$if(filter.sort === 'username', (q) => q.orderBy('u.username_key'))
    .$if(filter.sort === 'points', (q) => q.orderBy('u.reputation_points', 'desc'))
    .$if(filter.sort === 'active', (q) => q.orderBy('u.last_active', (o) => o.desc().nullsLast()))
    .$if(filter.sort === 'joined', (q) => q.orderBy('u.member_since', 'desc'))
    .$if(filter.sort !== 'username', (q) => q.orderBy('u.id'))
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function countUsers(ctx: Db, filter: UserFilter): Promise<number> {
  const { n } = await select(ctx, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
