import { DataTable } from '#ui/lists/data-table.tsx'
import type { DataTableProps } from '#ui/lists/data-table-props.ts'
import { ListFrame, type ListFrameProps } from './list-frame.tsx'

interface TableFrameProps<Row> extends Omit<ListFrameProps<Row>, 'children'> {
  table: Omit<DataTableProps<Row, number>, 'rows' | 'rowKey' | 'busy'>
}

/** Renders a `ListFrame` whose rows are a `DataTable`. */
export function TableFrame<Row extends { id: number }>({ table, ...frame }: TableFrameProps<Row>) {
  return (
    <ListFrame {...frame}>
      {({ items }) => <DataTable rows={items} rowKey={({ id }) => id} busy={frame.list.isPlaceholderData} {...table} />}
    </ListFrame>
  )
}
