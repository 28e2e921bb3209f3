/** Which members a list shows, and in which order: ids only, so that a far page is found within an index. */
import { isOneOf } from '#db/search-index.ts'
import type { Context } from '#platform/context.ts'
import { rowsOf, type Paging } from '#platform/endpoint.ts'
import type { UserListQuery } from './user.contract.ts'

type Db = Pick<Context, 'db'>
export interface UserFilter extends Pick<UserListQuery, 'role' | 'state' | 'sort'> {
  /** What a search has found. */
  ids?: readonly number[] | undefined
  /** Closed accounts are not shown at all. */
  openOnly: boolean
}

const select = ({ db }: Db, { role, state, ids, openOnly }: UserFilter) =>
  db
    .selectFrom('users as u')
    .$if(openOnly || (state !== undefined && state !== 'deleted'), (q) => q.where('u.deleted_at', 'is', null))
    .$if(role !== undefined, (q) => q.where((eb) => eb('u.is_admin', '=', eb.lit(role === 'admin'))))
    .$if(state === 'deleted', (q) => q.where('u.deleted_at', 'is not', null))
    .$if(state === 'restricted', (q) => q.where('u.restricted_at', 'is not', null))
    .$if(state === 'active', (q) => q.where('u.restricted_at', 'is', null))
    .$if(ids !== undefined, (q) => q.where(isOneOf(db, 'u.id', ids ?? [])))

export async function listIds(ctx: Db, filter: UserFilter, paging: Paging): Promise<number[]> {
  const { offset, limit } = rowsOf(paging)
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

export async function count(ctx: Db, filter: UserFilter): Promise<number> {
  const { n } = await select(ctx, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
