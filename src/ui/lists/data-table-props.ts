import type { ReactNode } from 'react'

export interface DataTableColumn<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** `right` for numbers and actions. */
  align?: 'right' | undefined
  /** Sort order of this column; makes its header a button. */
  sortKey?: string | undefined
  /** Direction of that order, for `aria-sort`. Default: descending. */
  sortDirection?: 'ascending' | 'descending' | undefined
  /** The cell that names the row: a row header, and the first line of a card. */
  isTitle?: boolean | undefined
  hideOnCard?: boolean | undefined
  /** Column of buttons: has no label on a card. */
  isActions?: boolean | undefined
  className?: string | undefined
}

export interface DataTableProps<Row, Key extends string | number> {
  /** Accessible name of the table. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  columns: readonly DataTableColumn<Row>[]
  /** The current sort order, as a column's `sortKey`. */
  sort?: string | undefined
  onSort?: ((sortKey: string) => void) | undefined
  /** With `onSelection`: each row has a checkbox, and the header one for all rows of this page. */
  selection?: ReadonlySet<Key> | undefined
  onSelection?: ((selection: Set<Key>) => void) | undefined
  /** Accessible name of the row's checkbox. */
  rowLabel?: ((row: Row) => string) | undefined
  /** Called on Enter on a row, or a click outside its controls. */
  onOpen?: ((row: Row) => void) | undefined
  /** Newer rows are loading: the current ones are dimmed. */
  busy?: boolean | undefined
  /** Class of a row, such as `is-hidden`. */
  rowClass?: ((row: Row) => string | undefined) | undefined
}
