import { useRef } from 'react'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { ScrollRegion } from './scroll-region.tsx'
import { DataTableRow } from './data-table-row.tsx'
import type { DataTableColumn, DataTableProps } from './data-table-props.ts'
import * as styles from './data-table.module.css'

/**
 * Renders a table with a sticky header; below a width of 768 px, each row is a card. Tab and the arrow keys move between rows, Enter opens
 * one.
 */
export function DataTable<Row, Key extends string | number>(props: DataTableProps<Row, Key>) {
  const { label, rows, rowKey, columns, selection, onSelection, busy } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const selectionProps = selection && onSelection ? { selection, onSelection } : undefined
  const keys = rows.map(rowKey)
  const areAllSelected = keys.length > 0 && keys.every((key) => selection?.has(key))
  const areSomeSelected = keys.some((key) => selection?.has(key))
  const toggleAll = () =>
    selectionProps?.onSelection(
      new Set([...selectionProps.selection].filter((key) => !keys.includes(key)).concat(areAllSelected ? [] : keys)),
    )

  return (
    <ScrollRegion className={styles.scroll} label={label}>
      <table className={joinClasses(styles.table, busy && styles.busy)} aria-label={label} aria-busy={busy || undefined}>
        <thead>
          <tr>
            {selectionProps && (
              <th className={styles.check} scope="col">
                <input
                  type="checkbox"
                  aria-label="Select all on this page"
                  checked={areAllSelected}
                  ref={(box) => void (box && (box.indeterminate = areSomeSelected && !areAllSelected))}
                  onChange={toggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <DataTableRow
              key={rowKey(row)}
              row={row}
              {...props}
              moveFocus={(rowElement, offset) => moveFocus(body.current, rowElement, offset)}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function HeaderCell<Row, Key extends string | number>({
  column,
  sort,
  onSort,
}: { column: DataTableColumn<Row> } & DataTableProps<Row, Key>) {
  const { sortKey, sortDirection = 'descending' } = column
  const isSorted = sortKey !== undefined && sortKey === sort
  return (
    <th
      scope="col"
      className={joinClasses((column.align === 'right' || column.isActions) && styles.right, column.className)}
      aria-sort={isSorted ? sortDirection : undefined}
    >
      {sortKey !== undefined && onSort ? (
        <button type="button" className={joinClasses(styles.sort, isSorted && styles.sorted)} onClick={() => onSort(sortKey)}>
          {column.header}
          <Icon name="chevron-down" className={sortDirection === 'ascending' ? styles.up : ''} />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

/** Focuses the row that is `offset` rows after `row`, if there is one. */
function moveFocus(body: HTMLElement | null, row: HTMLElement, offset: number): void {
  const rows = [...(body?.querySelectorAll<HTMLElement>(':scope > tr') ?? [])]
  rows[rows.indexOf(row) + offset]?.focus()
}
