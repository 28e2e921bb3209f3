/** Filtering and sorting of the member list. Selects ids only, so that an index alone can skip to a late page. */
import { isOneOf } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type Paging } from '#platform/contract/endpoint.ts'
import type { UserListQuery } from './user.contract.ts'

type Db = Pick<Context, 'db'>
export interface UserFilter extends Pick<UserListQuery, 'role' | 'state' | 'sort'> {
  /** Search results to restrict the list to. */
  ids?: readonly number[] | undefined
}

/** Small groups of members, each with a partial index, so that including or excluding them needs no table scan. */
const groups = {
  admin: (db: Db['db']) =>
    db
      .selectFrom('users')
      .select('id')
      .where((eb) => eb('is_admin', '=', eb.lit(true))),
  restricted: (db: Db['db']) => db.selectFrom('users').select('id').where('restricted_at', 'is not', null),
  deleted: (db: Db['db']) => db.selectFrom('users').select('id').where('deleted_at', 'is not', null),
}

function select({ db }: Db, { role, state, ids }: UserFilter) {
  const included = [role === 'admin' && groups.admin, state === 'restricted' && groups.restricted, state === 'deleted' && groups.deleted]
  const excluded = [role === 'user' && groups.admin, state === 'active' && groups.restricted, state !== 'deleted' && groups.deleted]
  let query = db.selectFrom('users as u')
  for (const group of included) if (group) query = query.where('u.id', 'in', group(db))
  for (const group of excluded) if (group) query = query.where('u.id', 'not in', group(db))
  return ids === undefined ? query : query.where(isOneOf(db, 'u.id', ids))
}

export async function listUserIds(ctx: Db, filter: UserFilter, paging: Paging): Promise<number[]> {
  const { offset, limit } = toOffsetLimit(paging)
  const rows = await select(ctx, filter)
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
  const { n } = await select(ctx, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
