/** Dependency keys of reads and writes: a table by its name (`topics`), rows by table, key column and value (`topics:id=5`). */

const MAX_KEY_LENGTH = 100

/** Returns the key of the rows with a value; undefined if the value is too long to be part of a key. */
export function rowKey(table: string, column: string, value: unknown): string | undefined {
  const text = String(value)
  return text.length > MAX_KEY_LENGTH ? undefined : `${table}:${column}=${encodeURIComponent(text).replaceAll("'", '%27')}`
}

/** Returns the key of rows with any value in the column: read with each row key, written if the value of a changed row is unknown. */
export const anyKeyOf = (table: string, column: string): string => `${table}:${column}=*`

/** Returns the key of any row of the table: read with each row key, written if the changed rows are unknown. */
export const anyRowKey = (table: string): string => `${table}:*`

/** Returns the keys of a write to unknown rows of these tables. */
export const unknownRows = (tables: readonly string[]): string[] => tables.flatMap((table) => [table, anyRowKey(table)])

/** Returns the table of each key, without duplicates. */
export const tablesAmong = (keys: Iterable<string>): Set<string> =>
  new Set([...keys].map((key) => (key.includes(':') ? key.slice(0, key.indexOf(':')) : key)))
