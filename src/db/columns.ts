/** Column types that differ between the engines. Used by migrations only. */
import { sql, type ColumnDefinitionBuilder } from 'kysely'
import type { EngineName } from './engine.ts'

/** Auto-incremented id; seeds may set it explicitly. */
export const idColumn = (engine: EngineName) => (column: ColumnDefinitionBuilder) =>
  engine === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity()

/** ISO 8601 UTC text in SQLite, timestamptz in PostgreSQL; a string of the same form in code. */
export const timestamp = (engine: EngineName) => (engine === 'sqlite' ? ('text' as const) : ('timestamptz' as const))

/** Eight-byte floating-point number on both engines. */
export const doubleColumn = 'double precision' as const

export const notNullFalseColumn = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(sql`false`)
export const notNullZeroColumn = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
export const notNullColumn = (column: ColumnDefinitionBuilder) => column.notNull()
