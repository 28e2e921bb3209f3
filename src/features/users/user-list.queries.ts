/** Filters and sorts the member list. The queries select only ids, so that an index alone can skip to a late page. */
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type Paging } from '#platform/contract/endpoint.ts'
import type { UserListQuery } from './user.contract.ts'

type Db = Pick<Context, 'db'>
export interface UserFilter extends Pick<UserListQuery, 'role' | 'state' | 'sort'> {
  /** Ids of the search results, to which the list is restricted; undefined without a search. */
  ids?: readonly number[] | undefined
}

/** Queries for small groups of members. Each has a partial index, so that including or excluding a group needs no table scan. */
const GROUP_QUERIES = {
  admin: (db: Db['db']) =>
    db
      .selectFrom('users')
      .select('id')
      .where((eb) => eb('is_admin', '=', eb.lit(true))),
  restricted: (db: Db['db']) => db.selectFrom('users').select('id').where('restricted_at', 'is not', null),
  deleted: (db: Db['db']) => db.selectFrom('users').select('id').where('deleted_at', 'is not', null),
}

function selectMembers({ db }: Db, { role, state, ids }: UserFilter) {
  const included = [
    role === 'admin' && GROUP_QUERIES.admin,
    state === 'restricted' && GROUP_QUERIES.restricted,
    state === 'deleted' && GROUP_QUERIES.deleted,
  ]
  const excluded = [
    role === 'user' && GROUP_QUERIES.admin,
    state === 'active' && GROUP_QUERIES.restricted,
    state !== 'deleted' && GROUP_QUERIES.deleted,
  ]
  let query = db.selectFrom('users as u')
  for (const group of included) if (group) query = query.where('u.id', 'in', group(db))
  for (const group of excluded) if (group) query = query.where('u.id', 'not in', group(db))
  return ids === undefined ? query : query.where(isOneOf(db, 'u.id', ids))
}

export async function listUserIds(ctx: Db, filter: UserFilter, paging: Paging): Promise<number[]> {
  const { offset, limit } = toOffsetLimit(paging)
  const rows = await selectMembers(ctx, filter)
    .select('u.id')
    .$if(filter.sort === 'username', (q) => q.orderBy('u.username_key'))
    .$if(filter.sort === 'points', (q) => q.orderBy('u.reputation_points', 'desc'))
    .$if(filter.sort === 'active', (q) => q.orderBy('u.last_active', (ob) => ob.desc().nullsLast()))
    .$if(filter.sort === 'joined', (q) => q.orderBy('u.member_since', 'desc'))
    .$if(filter.sort !== 'username', (q) => q.orderBy('u.id'))
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function countUsers(ctx: Db, filter: UserFilter): Promise<number> {
  const { n } = await selectMembers(ctx, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
