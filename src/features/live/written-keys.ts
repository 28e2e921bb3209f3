/** Reads which rows were written from dependency keys such as `replies:topic_id=5` (src/db/changes/row-keys.ts). */
import { anyKeyOf, anyRowKey } from '#db/changes/row-keys.ts'

export class WrittenKeys {
  readonly #keys: ReadonlySet<string>

  constructor(keys: ReadonlySet<string>) {
    this.#keys = keys
  }

  hasTable(table: string): boolean {
    return this.#keys.has(table)
  }

  /** Returns the values of a key column in the written rows; undefined if any row may have been written. */
  valuesOf(table: string, column: string): ReadonlySet<number> | undefined {
    if (this.#keys.has(anyRowKey(table)) || this.#keys.has(anyKeyOf(table, column))) return undefined
    const prefix = `${table}:${column}=`
    const values = new Set<number>()
    for (const key of this.#keys) if (key.startsWith(prefix)) values.add(Number(key.slice(prefix.length)))
    return values
  }
}
