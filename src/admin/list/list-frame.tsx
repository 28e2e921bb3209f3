import type { ReactNode } from 'react'
import type { useListUrl } from '#admin/list-url.ts'
import { Pager } from '#ui/lists/pager.tsx'
import { ListBox } from '#ui/lists/toolbar.tsx'
import { ListBody, type ListBodyProps } from './list-body.tsx'

type ListUrl = Pick<ReturnType<typeof useListUrl>, 'page' | 'hrefFor' | 'isNarrowed' | 'clear'>

export interface ListFrameProps<Row>
  extends Omit<ListBodyProps<Row>, 'first' | 'isNarrowed' | 'onClear'>, Partial<Pick<ListBodyProps<Row>, 'isNarrowed' | 'onClear'>> {
  listUrl: ListUrl
  perPage: number
  /** What the pager is called: `Pages of copies`. */
  pagesLabel: string
  /** Search and filters, or what can be done with the selected rows. */
  tools?: ReactNode
}

/** A list of the back-office whose place is kept in the address: its tools, its rows or why there are none, its pages. */
export function ListFrame<Row>({
  listUrl: { page, hrefFor, isNarrowed, clear },
  perPage,
  pagesLabel,
  tools,
  ...body
}: ListFrameProps<Row>) {
  const pages = Math.ceil((body.list.data?.total ?? 0) / perPage)
  return (
    <ListBox foot={pages > 1 && <Pager page={page} pages={pages} hrefFor={hrefFor} label={pagesLabel} />}>
      {tools}
      <ListBody isNarrowed={isNarrowed} onClear={clear} first={hrefFor(1)} {...body} />
    </ListBox>
  )
}
