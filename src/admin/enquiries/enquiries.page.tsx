/** What visitors asked about products, and what became of it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSearch, ListSelect, parseChoice } from '#admin/list/list-filters.tsx'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { toggleSort } from '#admin/list/toggle-sort.ts'
import { useListUrl } from '#admin/list-url.ts'
import { enquiriesFileUrl, enquiriesQuery, type Enquiry } from '#features/enquiries/handling/enquiry-handling.client.ts'
import { Button, IconButton } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { DataTable } from '#ui/lists/data-table.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { BulkEnquiries } from './bulk-enquiries.tsx'
import { DeleteEnquiries } from './delete-enquiries.tsx'
import { EnquiryPanel } from './enquiry-panel.tsx'
import { StatusBadge } from './enquiry-status.tsx'
import { formatEnquiryCaption, ENQUIRY_SORT_LABELS, ENQUIRY_STATUS_LABELS } from './enquiry-labels.ts'
import * as styles from './enquiries.module.css'
import { showEmail } from '#platform/text/shown-email.client.ts'

const PER_PAGE = 25

export default function EnquiriesPage() {
  const address = useListUrl('status', 'open')
  const { page, search, filters } = address
  const sort = parseChoice(ENQUIRY_SORT_LABELS, address.sort) ?? 'newest'
  const status = parseChoice(ENQUIRY_STATUS_LABELS, filters.status)
  const openId = Number(filters.open) || undefined
  const list = useQuery({
    ...enquiriesQuery({ search, status, sort, page, perPage: PER_PAGE }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  // How many there are in all, whatever is searched for.
  const all = useQuery({ ...enquiriesQuery({ perPage: 1 }), refetchOnMount: 'always' })
  const [selection, select] = useState<ReadonlySet<number>>(new Set())
  const [toDelete, setToDelete] = useState<Pick<Enquiry, 'id' | 'name'>[]>([])
  const total = list.data?.total ?? 0
  const isNarrowed = Boolean(search) || status !== undefined
  // Nothing to search in: no enquiries at all, or none could be had.
  const isBare = !isNarrowed && (list.isError || (list.isSuccess && total === 0))

  const open = (id: number | undefined) => address.set({ open: id, page: page > 1 ? page : undefined }, true)
  const sortBy = (chosen: string) => {
    const next = toggleSort(chosen, sort)
    address.set({ sort: next === 'newest' ? undefined : next })
  }
  const columns: DataTableColumn<Enquiry>[] = [
    {
      key: 'date',
      header: 'Date',
      ...(sort === 'oldest' ? { sortKey: 'oldest', sortDirection: 'ascending' } : { sortKey: 'newest' }),
      className: styles.enquiryDate,
      cell: ({ createdAt }) => <ShortTime date={createdAt} />,
    },
    ...COLUMNS,
    {
      key: 'view',
      header: 'View',
      isActions: true,
      cell: ({ id, name }) => (
        <>
          <Button variant="quiet" size="s" onClick={() => open(id)}>
            View
            <span className="visuallyHidden">
              {' '}
              the enquiry of <bdi>{name}</bdi>
            </span>
          </Button>
          <Tooltip text="Delete">
            <IconButton
              icon="trash"
              label={`Delete the enquiry of ${name}`}
              variant="danger"
              className={styles.enquiryDrop}
              onClick={() => setToDelete([{ id, name }])}
            />
          </Tooltip>
        </>
      ),
    },
  ]

  return (
    <>
      <AdminHead
        title="Customer Enquiries"
        caption={<span role="status">{list.data && all.data && all.data.total > 0 && formatEnquiryCaption(total, all.data.total)}</span>}
        action={
          total > 0 && (
            <a className="btn" data-variant="quiet" href={enquiriesFileUrl({ search, status })} download>
              <Icon name="download" />
              Download CSV
            </a>
          )
        }
      />
      <ListFrame
        list={list}
        listUrl={address}
        perPage={PER_PAGE}
        pagesLabel="Pages of enquiries"
        tools={
          selection.size > 0 ? (
            <BulkEnquiries
              ids={[...selection]}
              onDone={() => select(new Set())}
              onDelete={() =>
                setToDelete([...selection].map((id) => ({ id, name: list.data?.items.find((one) => one.id === id)?.name ?? '' })))
              }
            />
          ) : isBare ? null : (
            <Toolbar>
              <ListSearch label="Search enquiries" placeholder="Name, email, product or status" typed={address.typed} />
              <ListSelect
                label="Status"
                all="Every status"
                options={ENQUIRY_STATUS_LABELS}
                value={status}
                onChoose={(chosen) => address.set({ status: chosen })}
              />
              <ListSelect
                label="Sort by"
                options={ENQUIRY_SORT_LABELS}
                value={sort}
                onChoose={(chosen) => address.set({ sort: chosen === 'newest' ? undefined : chosen })}
              />
            </Toolbar>
          )
        }
        errorTitle="Error Loading Enquiries"
        noMatch="No enquiries match your search criteria"
        isNarrowed={isNarrowed}
        onRetry={() => void all.refetch()}
        empty={
          <EmptyState
            art={<img src="/art/scenes/no-enquiries.svg" alt="" width={320} height={220} />}
            title="No Enquiries Yet"
            text="When a visitor asks about a product, it appears here."
          />
        }
      >
        {({ items }) => (
          <DataTable
            label="Enquiries"
            rows={items}
            rowKey={({ id }) => id}
            rowLabel={({ name }) => `the enquiry of ${name}`}
            columns={columns}
            sort={sort}
            onSort={sortBy}
            selection={selection}
            onSelection={select}
            onOpen={({ id }) => open(id)}
            busy={list.isPlaceholderData}
          />
        )}
      </ListFrame>
      {openId !== undefined && (
        <EnquiryPanel id={openId} known={list.data?.items.find(({ id }) => id === openId)} onClose={() => open(undefined)} />
      )}
      <DeleteEnquiries
        enquiries={toDelete}
        onDone={(doneIds) => {
          setToDelete([])
          select((selected) => new Set([...selected].filter((id) => !doneIds.has(id))))
        }}
        onCancel={() => setToDelete([])}
      />
    </>
  )
}

const COLUMNS: DataTableColumn<Enquiry>[] = [
  {
    key: 'customer',
    header: 'Customer',
    sortKey: 'name',
    sortDirection: 'ascending',
    isTitle: true,
    className: styles.enquiryWho,
    cell: ({ name, email }) => (
      <span className={styles.enquiryCustomer}>
        <b dir="auto">{name}</b>
        <small>{email && showEmail(email)}</small>
      </span>
    ),
  },
  { key: 'product', header: 'Product', sortKey: 'product', sortDirection: 'ascending', cell: ({ productName }) => productName },
  { key: 'price', header: 'Price', align: 'right', className: styles.enquiryPrice, cell: ({ productPrice }) => productPrice },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
]
