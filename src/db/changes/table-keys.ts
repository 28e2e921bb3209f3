/** The tables of a site's database, each with the columns by which rows are tracked. */

/** A column of a table, as the catalogue of the database lists it. */
export interface TableColumn {
  table: string
  column: string
}

const isKeyName = (column: string): boolean => /^(id|slug|[a-z_]+_id)$/.test(column)

/**
 * A key column is `id`, `slug`, or one that ends in `_id`. Writes return the values of all key columns, so a read may depend on rows by
 * any of them. They are read when the database is connected: a table that is created or altered later counts as a whole table.
 */
export class TableKeys {
  readonly #columns = new Map<string, readonly string[]>()

  /** @param columns all columns of all ordinary tables; search indexes (`…_fts`) count as their tables */
  constructor(columns: readonly TableColumn[]) {
    for (const [table, all] of Map.groupBy(columns, (one) => one.table))
      this.#columns.set(
        table,
        all.map(({ column }) => column).filter((column) => isKeyName(column)),
      )
  }

  isTable(name: string): boolean {
    return this.#columns.has(name)
  }

  /** @returns the key columns; none for a table that is not known */
  columnsOf(table: string): readonly string[] {
    return this.#columns.get(table) ?? []
  }

  /** After their columns have changed these tables count as whole tables. */
  forget(tables: readonly string[]): void {
    for (const table of tables) this.#columns.set(table, [])
  }
}
