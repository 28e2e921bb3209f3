/** Table names in raw SQL, which carry no site by themselves. */
import type { Kysely } from 'kysely'

/**
 * The name of a table as it has to stand in raw SQL: with its schema on a PostgreSQL server. It is read off a query that the builder has made.
 * @param db of the site
 */
export function qualifiedName(db: Kysely<never>, table: string): string {
  const on = db as unknown as Kysely<Record<string, { id: number }>>
  const [, name] = / from (.+)$/.exec(on.selectFrom(table).select('id').compile().sql) ?? []
  if (name === undefined) throw new Error(`No name was found for the table ${table}.`)
  return name
}

/** The schema that stands before a site's tables, with its dot; empty on SQLite. */
export const qualifierOf = (db: Kysely<never>): string => qualifiedName(db, 'x').slice(0, -'"x"'.length)
