import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>
/** One column of times. */
type Times = SelectQueryBuilder<Tables, 'subscribers' | 'newsletter_departures', { at: string | null }>

/** Which of these addresses are on the list, and whether they are confirmed. */
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

/** @returns how many were added: one that came in between stays as it is */
export async function insertImported({ db }: Db, rows: readonly ImportedRow[], at: string): Promise<number> {
  if (rows.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('subscribers')
    .values(
      rows.map(({ email, source, consentAt }) => ({
        email,
        page: null,
        created_at: at,
        confirmed_at: at,
        consent_source: source,
        consent_at: consentAt,
      })),
    )
    .onConflict((clash) => clash.column('email').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/** @param edges where each week begins, and where the last ends */
export async function countGrowth({ db }: Db, edges: readonly string[]): Promise<{ subscribed: number[]; left: number[] }> {
  const there = db
    .selectFrom('subscribers')
    .select('confirmed_at as at')
    .where('confirmed_at', '>=', edges[0] ?? '')
  const gone = db.selectFrom('newsletter_departures')
  const [confirmed, joined, left] = await Promise.all([
    countByWeek({ db }, there, edges),
    countByWeek({ db }, gone.select('joined_at as at'), edges),
    countByWeek({ db }, gone.select('left_at as at'), edges),
  ])
  return { subscribed: confirmed.map((n, week) => n + (joined[week] ?? 0)), left }
}

/** In one walk over the rows, whatever the number of weeks. */
async function countByWeek({ db }: Db, times: Times, edges: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom(times.as('t'))
    .select((eb) => {
      const week = edges
        .slice(1, -1)
        .reduce<RawBuilder<number>>(
          (before, edge, at) => sql`case when ${sql.ref('t.at')} >= ${edge} then ${sql.lit(at + 1)} else ${before} end`,
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
