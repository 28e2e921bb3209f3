import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>
/** A query that selects a single column of timestamps. */
type TimestampQuery = SelectQueryBuilder<Tables, 'subscribers' | 'newsletter_departures', { at: string | null }>

/** @returns by address, whether its subscription is confirmed; addresses without a subscription have no entry */
export async function findListedEmails({ db }: Db, emails: readonly string[]): Promise<Map<string, boolean>> {
  if (emails.length === 0) return new Map()
  const rows = await db.selectFrom('subscribers').select(['email', 'confirmed_at']).where('email', 'in', emails).execute()
  return new Map(rows.map(({ email, confirmed_at }) => [email, confirmed_at !== null]))
}

export interface ImportedRow {
  email: string
  source: string
  consentAt: string
}

/** @returns how many were added; addresses that have subscribed in the meantime are left unchanged */
export async function insertImported({ db }: Db, rows: readonly ImportedRow[], importedAt: string): Promise<number> {
  if (rows.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('subscribers')
    .values(
      rows.map(({ email, source, consentAt }) => ({
        email,
        page: null,
        created_at: importedAt,
        confirmed_at: importedAt,
        consent_source: source,
        consent_at: consentAt,
      })),
    )
    .onConflict((oc) => oc.column('email').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/** @param edges start of each week, followed by the end of the last one; ISO 8601 */
export async function countGrowth({ db }: Db, edges: readonly string[]): Promise<{ subscribed: number[]; left: number[] }> {
  const current = db
    .selectFrom('subscribers')
    .select('confirmed_at as at')
    .where('confirmed_at', '>=', edges[0] ?? '')
  const departures = db.selectFrom('newsletter_departures')
  const [confirmed, joined, left] = await Promise.all([
    countByWeek({ db }, current, edges),
    countByWeek({ db }, departures.select('joined_at as at'), edges),
    countByWeek({ db }, departures.select('left_at as at'), edges),
  ])
  return { subscribed: confirmed.map((n, week) => n + (joined[week] ?? 0)), left }
}

/** Counts the timestamps of every week in a single scan. */
async function countByWeek({ db }: Db, timestamps: TimestampQuery, edges: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom(timestamps.as('t'))
    .select((eb) => {
      const week = edges
        .slice(1, -1)
        .reduce<RawBuilder<number>>(
          (otherwise, edge, index) => sql`case when ${sql.ref('t.at')} >= ${edge} then ${sql.lit(index + 1)} else ${otherwise} end`,
          sql.lit(0),
        )
      return [week.as('week'), eb.fn.countAll<number>().as('n')]
    })
    .where('t.at', '>=', edges[0] ?? '')
    .where('t.at', '<', edges.at(-1) ?? '')
    .groupBy('week')
    .execute()
  const counts = new Map(rows.map(({ week, n }) => [Number(week), n]))
  return edges.slice(1).map((_, week) => counts.get(week) ?? 0)
}
