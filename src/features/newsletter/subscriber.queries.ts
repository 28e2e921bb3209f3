import { sql, type SelectQueryBuilder } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult } from '#platform/contract/endpoint.ts'
import type { Subscriber, SubscriberListQuery } from './subscriber.contract.ts'

type Db = Pick<Context, 'db'>
const COLUMNS = ['id', 'email', 'created_at as createdAt', 'confirmed_at as confirmedAt', 'page'] as const
const ORDER = { newest: ['created_at', 'desc'], oldest: ['created_at', 'asc'], email: ['email', 'asc'] } as const

export async function listSubscriberRows({ db }: Db, { sort, ...query }: SubscriberListQuery): Promise<ListResult<Subscriber>> {
  const { offset, limit } = toOffsetLimit(query)
  const [column, direction] = ORDER[sort]
  const matches = applyFilter(db.selectFrom('subscribers'), query)
  const items = await matches.select(COLUMNS).orderBy(column, direction).orderBy('id', direction).offset(offset).limit(limit).execute()
  const total = await countTotal(items, query, async () => {
    const { n } = await matches.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    return n
  })
  return { items, total }
}

/** Matches in lower case, as addresses are stored. A full scan of 100,000 rows takes about 20 ms. */
const applyFilter = <O>(
  query: SelectQueryBuilder<Tables, 'subscribers', O>,
  { search, state }: Pick<SubscriberListQuery, 'search' | 'state'>,
) =>
  query
    .$if(state === 'confirmed', (q) => q.where('confirmed_at', 'is not', null))
    .$if(state === 'waiting', (q) => q.where('confirmed_at', 'is', null))
    .$if(search !== undefined, (q) => {
      const pattern = `%${(search ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
      return q.where(sql<boolean>`email like ${pattern} escape '\\'`)
    })

export interface ExportedSubscriber extends Subscriber {
  consentSource: string | null
  consentAt: string | null
}
export const listConfirmedSubscribers = ({ db }: Db, afterId: number, limit: number): Promise<ExportedSubscriber[]> =>
  db
    .selectFrom('subscribers')
    .select([...COLUMNS, 'consent_source as consentSource', 'consent_at as consentAt'])
    .where('confirmed_at', 'is not', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** @returns the deleted subscriber; undefined when there was none */
export const deleteSubscriber = ({ db }: Db, id: number): Promise<{ email: string; confirmed_at: string | null } | undefined> =>
  db.deleteFrom('subscribers').where('id', '=', id).returning(['email', 'confirmed_at']).executeTakeFirst()

/** Returns category names by subscriber id, for ids after `afterId` up to `lastId`. Subscribers to every issue have no entry. */
export async function listInterestNames({ db }: Db, afterId: number, lastId: number): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('subscriber_interests as i')
    .innerJoin('categories as c', 'c.id', 'i.category_id')
    .select(['i.subscriber_id as id', 'c.name'])
    .where('i.subscriber_id', '>', afterId)
    .where('i.subscriber_id', '<=', lastId)
    .orderBy('c.id')
    .execute()
  const names = new Map<number, string[]>()
  for (const { id, name } of rows) names.set(id, [...(names.get(id) ?? []), name])
  return names
}
