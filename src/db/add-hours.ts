import { sql, type RawBuilder } from 'kysely'
import { engineOf } from './engine.ts'
import type { SiteDatabase } from './tables.ts'

/**
 * Returns the SQL of a timestamp plus a number of hours, in the form of a stored timestamp, so that both can be compared.
 * @param time a column or expression of the type timestamp
 * @param hours a whole number
 */
export const addHours = (db: SiteDatabase, time: RawBuilder<string>, hours: number): RawBuilder<string> =>
  engineOf(db) === 'sqlite'
    ? sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, ${`+${hours} hours`})`
    : sql<string>`${time} + ${`${hours} hours`}::interval`
