import type { ReactNode } from 'react'

export interface DataTableColumn<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Alignment of the cells: `right` for numbers and actions; left by default. */
  align?: 'right' | undefined
  /** The sort order of this column, which `onSort` gets. With it, the header is a button. */
  sortKey?: string | undefined
  /** Direction of that sort order, for `aria-sort`. Default: descending. */
  sortDirection?: 'ascending' | 'descending' | undefined
  /** Whether this cell names the row: it is the row header, and the first line of a card. */
  isTitle?: boolean | undefined
  hideOnCard?: boolean | undefined
  /** Whether the column contains buttons; then its cells have no label on a card. */
  isActions?: boolean | undefined
  className?: string | undefined
}

export interface DataTableProps<Row, Key extends string | number> {
  /** Accessible name of the table. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  columns: readonly DataTableColumn<Row>[]
  /** The `sortKey` of the column by which the rows are sorted. */
  sort?: string | undefined
  onSort?: ((sortKey: string) => void) | undefined
  /** Keys of the selected rows. With `onSelection`, each row has a checkbox, and the header has one for all rows of this page. */
  selection?: ReadonlySet<Key> | undefined
  onSelection?: ((selection: Set<Key>) => void) | undefined
  /** Returns the name of the row for the accessible name of its checkbox, `Select <name>`. Default: the row's key. */
  rowLabel?: ((row: Row) => string) | undefined
  /** Called when the user presses Enter on a row or clicks it outside its controls. */
  onOpen?: ((row: Row) => void) | undefined
  /** Whether newer rows are loading; then the current ones are dimmed. */
  busy?: boolean | undefined
  /** Returns the class of a row, such as `is-hidden`. */
  rowClass?: ((row: Row) => string | undefined) | undefined
}
