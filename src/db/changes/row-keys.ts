/**
 * Names of what responses depend on and what writes change: a table by its name (`topics`), single rows by table, key column and value
 * (`topics:id=5`).
 */

const MAX_KEY_LENGTH = 100

/** @returns undefined for a value that is too long to be part of a key */
export function rowKey(table: string, column: string, value: unknown): string | undefined {
  const text = String(value)
  return text.length > MAX_KEY_LENGTH ? undefined : `${table}:${column}=${encodeURIComponent(text).replaceAll("'", '%27')}`
}

/** Rows with any value in the column: read with each row key, written where the value of a changed row is not known. */
export const anyKeyOf = (table: string, column: string): string => `${table}:${column}=*`

/** Any row of the table: read with each row key, written where the changed rows are not known. */
export const anyRowKey = (table: string): string => `${table}:*`

/** @returns the keys of a write to these tables whose rows are not known */
export const unknownRows = (tables: readonly string[]): string[] => tables.flatMap((table) => [table, anyRowKey(table)])

/** @returns the tables that are named by keys, those of single rows too */
export const tablesAmong = (keys: Iterable<string>): Set<string> =>
  new Set([...keys].map((key) => (key.includes(':') ? key.slice(0, key.indexOf(':')) : key)))
