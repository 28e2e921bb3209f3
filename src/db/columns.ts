/** Column types that differ between the engines. Used by migrations only. */
import { sql, type ColumnDefinitionBuilder } from 'kysely'
import type { EngineName } from './engine.ts'

/** Defines an auto-incremented id; seeds may set it explicitly. */
export const idColumn = (engine: EngineName) => (column: ColumnDefinitionBuilder) =>
  engine === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity()

/** Column type of timestamps: text (ISO 8601, UTC) in SQLite, timestamptz in PostgreSQL. In code, both are strings of the same form. */
export const timestamp = (engine: EngineName) => (engine === 'sqlite' ? ('text' as const) : ('timestamptz' as const))

/** Column type of floating-point numbers, which have eight bytes on both engines. */
export const doubleColumn = 'double precision' as const

export const notNullFalseColumn = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(sql`false`)
export const notNullZeroColumn = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
export const notNullColumn = (column: ColumnDefinitionBuilder) => column.notNull()
