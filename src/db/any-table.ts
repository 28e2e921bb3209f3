/** For what works on whatever table it is given: archives, the trash, the map for crawlers. */
import type { Kysely } from 'kysely'
import type { SiteDatabase, Tables } from './tables.ts'

export type AnyRow = Record<string, string | number | boolean | null>

/** The same connection, in a transaction or not, without knowing its tables: that a name and a row fit is for the caller to see to. */
export const forAnyTable = (db: SiteDatabase): Kysely<Record<string, AnyRow>> =>
  db.$omitTables<keyof Tables>().$extendTables<Record<string, AnyRow>>()
