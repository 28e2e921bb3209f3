/** The tables of a site's database with their key columns, by which rows are tracked. */

/** A column, as listed by the system catalogue. */
export interface TableColumn {
  table: string
  column: string
}

const isKeyName = (column: string): boolean => /^(id|slug|[a-z_]+_id)$/.test(column)

/**
 * A key column is `id`, `slug`, or one that ends in `_id`. Writes return the values of all key columns, so a read may depend on rows by
 * any of them. They are read once, on connect: tables that are created or altered later are tracked as whole tables.
 */
export class TableKeys {
  readonly #columns = new Map<string, readonly string[]>()

  /** @param columns all columns of all ordinary tables; full-text indexes (`…_fts`) are tracked as their tables */
  constructor(columns: readonly TableColumn[]) {
    for (const [table, tableColumns] of Map.groupBy(columns, ({ table: name }) => name))
      this.#columns.set(
        table,
        tableColumns.map(({ column }) => column).filter((column) => isKeyName(column)),
      )
  }

  isTable(name: string): boolean {
    return this.#columns.has(name)
  }

  /** Returns the key columns; empty for an unknown table. */
  columnsOf(table: string): readonly string[] {
    return this.#columns.get(table) ?? []
  }

  /** Tracks these tables as whole tables, after a change of their columns. */
  clearColumns(tables: readonly string[]): void {
    for (const table of tables) this.#columns.set(table, [])
  }
}
