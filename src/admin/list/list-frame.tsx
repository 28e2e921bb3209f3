import type { ReactNode } from 'react'
import type { useListUrl } from '#admin/list-url.ts'
import { Pager } from '#ui/lists/pager.tsx'
import { ListBox } from '#ui/lists/toolbar.tsx'
import { ListBody, type ListBodyProps } from './list-body.tsx'

type ListUrl = Pick<ReturnType<typeof useListUrl>, 'page' | 'hrefFor' | 'isNarrowed' | 'clear'>

export interface ListFrameProps<Row>
  extends
    Omit<ListBodyProps<Row>, 'firstPageHref' | 'isNarrowed' | 'onClear'>,
    Partial<Pick<ListBodyProps<Row>, 'isNarrowed' | 'onClear'>> {
  listUrl: ListUrl
  perPage: number
  /** Accessible name of the pager, such as "Pages of copies". */
  pagesLabel: string
  /** Toolbar, or bulk actions while rows are selected. */
  tools?: ReactNode
}

/** Renders a list with toolbar, rows (or a loading, error or empty state) and pager. Its search, filters and page are in the URL. */
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
      <ListBody isNarrowed={isNarrowed} onClear={clear} firstPageHref={hrefFor(1)} {...body} />
    </ListBox>
  )
}
