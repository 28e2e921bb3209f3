/** Gives untyped access to tables by name, for generic code such as archives, the trash and the sitemap. */
import type { Kysely } from 'kysely'
import type { SiteDatabase, Tables } from './tables.ts'

export type AnyRow = Record<string, string | number | boolean | null>

/** Returns the same connection or transaction with untyped tables; callers must ensure that table names and columns exist. */
export const forAnyTable = (db: SiteDatabase): Kysely<Record<string, AnyRow>> =>
  db.$omitTables<keyof Tables>().$extendTables<Record<string, AnyRow>>()
