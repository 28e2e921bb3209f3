/** One row of a table: with its keys, its checkbox, and as a card under 768 px. */
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
}: { row: Row; moveFocus: (from: HTMLElement, by: number) => void } & DataTableProps<Row, Key>) {
  const key = rowKey(row)
  const isChosen = selection?.has(key) ?? false
  const choose = () => {
    const next = new Set(selection)
    if (isChosen) next.delete(key)
    else next.add(key)
    onSelection?.(next)
  }
  const press = (event: KeyboardEvent<HTMLTableRowElement>) => {
    // Only the row's own keys: what stands in it has its own.
    if (event.target !== event.currentTarget) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      moveFocus(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && onOpen) {
      // What opens takes the focus: the rest of this key press would be for its first button, which closes it.
      event.preventDefault()
      onOpen(row)
    } else if (event.key === ' ' && onSelection) {
      event.preventDefault()
      choose()
    }
  }
  return (
    <tr
      tabIndex={0}
      className={joinClasses(isChosen && styles.chosen, onOpen && styles.opens, rowClass?.(row))}
      onKeyDown={press}
      onClick={(event) => {
        if (onOpen && event.target instanceof Element && !isControl(event.target, event.currentTarget)) onOpen(row)
      }}
    >
      {selection && onSelection && (
        <td className={styles.check}>
          <input type="checkbox" aria-label={`Select ${rowLabel?.(row) ?? String(key)}`} checked={isChosen} onChange={choose} />
        </td>
      )}
      {columns.map((column) => {
        const look = joinClasses(
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
          <th key={column.key} scope="row" className={look}>
            {content}
          </th>
        ) : (
          <td key={column.key} className={look}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}

/** A press on a button, link or box in the row is for that, and so is selecting its text. */
function isControl(target: Element, row: Element): boolean {
  const control = target.closest('a, button, input, select, label, [role="menuitem"]')
  return (control !== null && row.contains(control)) || !row.contains(target) || Boolean(getSelection()?.toString())
}
