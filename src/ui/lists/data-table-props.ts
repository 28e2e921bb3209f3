import type { ReactNode } from 'react'

export interface DataTableColumn<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers and actions stand on the right. */
  align?: 'right' | undefined
  /** Name of the order this column sorts by; its header becomes a button. */
  sortKey?: string | undefined
  /** Which way that order goes, for screen readers. */
  sortDirection?: 'ascending' | 'descending' | undefined
  /** The cell that names the row: first line of a card, a header cell in the table. */
  isTitle?: boolean | undefined
  hideOnCard?: boolean | undefined
  /** Buttons: no label on a card. */
  isActions?: boolean | undefined
  className?: string | undefined
}

export interface DataTableProps<Row, Key extends string | number> {
  /** What the table lists, for screen readers. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  columns: readonly DataTableColumn<Row>[]
  /** The current order, as a column's `sortKey`. */
  sort?: string | undefined
  onSort?: ((sortKey: string) => void) | undefined
  /** With both, each row has a checkbox, and the header one for all on this page. */
  selection?: ReadonlySet<Key> | undefined
  onSelection?: ((selection: Set<Key>) => void) | undefined
  /** The row's name for its checkbox. */
  rowLabel?: ((row: Row) => string) | undefined
  /** Enter on a row, or a press beside its buttons. */
  onOpen?: ((row: Row) => void) | undefined
  /** Newer rows are on their way: these are shown paler. */
  busy?: boolean | undefined
  /** A mark on a row, such as `is-hidden`. */
  rowClass?: ((row: Row) => string | undefined) | undefined
}
