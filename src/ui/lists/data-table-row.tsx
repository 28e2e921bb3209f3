/** Row of a `DataTable`, with keyboard control and a checkbox. Below a width of 768 px it is shown as a card. */
import type { KeyboardEvent } from 'react'
import { isolateText } from '#ui/text/isolate-text.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import type { DataTableProps } from './data-table-props.ts'
import * as styles from './data-table.module.css'

export function DataTableRow<Row, Key extends string | number>({
  row,
  rowKey,
  columns,
  selection,
  onSelection,
  rowLabel,
  onOpen,
  rowClass,
  moveFocus,
}: { row: Row; moveFocus: (row: HTMLElement, offset: number) => void } & DataTableProps<Row, Key>) {
  const key = rowKey(row)
  const isSelected = selection?.has(key) ?? false
  const toggle = () => {
    const next = new Set(selection)
    if (isSelected) next.delete(key)
    else next.add(key)
    onSelection?.(next)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    // Keys that are pressed in a control of the row are ignored.
    if (event.target !== event.currentTarget) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      moveFocus(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && onOpen) {
      // The opened dialog takes the focus, so the default action of the key would click its first button, Close.
      event.preventDefault()
      onOpen(row)
    } else if (event.key === ' ' && onSelection) {
      event.preventDefault()
      toggle()
    }
  }
  return (
    <tr
      tabIndex={0}
      className={joinClasses(isSelected && styles.chosen, onOpen && styles.opens, rowClass?.(row))}
      onKeyDown={handleKeyDown}
      onClick={(event) => {
        if (onOpen && event.target instanceof Element && !isControl(event.target, event.currentTarget)) onOpen(row)
      }}
    >
      {selection && onSelection && (
        <td className={styles.check}>
          <input type="checkbox" aria-label={`Select ${rowLabel?.(row) ?? String(key)}`} checked={isSelected} onChange={toggle} />
        </td>
      )}
      {columns.map((column) => {
        const cellClassName = joinClasses(
          column.align === 'right' && styles.right,
          column.isTitle && styles.title,
          column.isActions && styles.actions,
          column.hideOnCard && styles.wide,
          column.className,
        )
        const content = (
          <>
            {!column.isTitle && !column.isActions && (
              <span className={styles.label} aria-hidden="true">
                {column.header}
              </span>
            )}
            {isolateText(column.cell(row))}
          </>
        )
        return column.isTitle ? (
          <th key={column.key} scope="row" className={cellClassName}>
            {content}
          </th>
        ) : (
          <td key={column.key} className={cellClassName}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}

/** Whether a click must not open the row: it hit a control, ended a text selection, or came from outside the row, such as an open menu. */
function isControl(target: Element, row: Element): boolean {
  const control = target.closest('a, button, input, select, label, [role="menuitem"]')
  return (control !== null && row.contains(control)) || !row.contains(target) || Boolean(getSelection()?.toString())
}
