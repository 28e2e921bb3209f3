/** Page that lists product enquiries, with search, filters, bulk actions and CSV export. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSearch, ListSelect } from '#admin/list/list-filters.tsx'
import { TableFrame } from '#admin/list/table-frame.tsx'
import { toggleDateSort } from '#admin/list/toggle-sort.ts'
import { useList } from '#admin/list/use-list.ts'
import { useListUrl } from '#admin/list-url.ts'
import { enquiriesFileUrl, enquiriesQuery, type Enquiry } from '#features/enquiries/handling/enquiry-handling.client.ts'
import { Button, IconButton } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { BulkEnquiries } from './bulk-enquiries.tsx'
import { DeleteEnquiries } from './delete-enquiries.tsx'
import { EnquiryPanel } from './enquiry-panel.tsx'
import { EnquiryStatusBadge } from './enquiry-status.tsx'
import { ENQUIRY_STATUS_LABELS } from '#features/enquiries/handling/enquiry-status.policy.ts'
import { formatEnquiryCaption, ENQUIRY_SORT_LABELS } from './enquiry-labels.ts'
import * as styles from './enquiries.module.css'
import { showEmail } from '#platform/text/shown-email.client.ts'

const ENQUIRIES_PER_PAGE = 25

export default function EnquiriesPage() {
  const listUrl = useListUrl('status', 'open')
  const { page, search, filters } = listUrl
  const statusSelect = listUrl.getFilterSelect('status', ENQUIRY_STATUS_LABELS)
  const sortSelect = listUrl.getSortSelect(ENQUIRY_SORT_LABELS, 'newest')
  const openId = Number(filters.open) || undefined
  const list = useList(enquiriesQuery({ search, status: statusSelect.value, sort: sortSelect.value, page, perPage: ENQUIRIES_PER_PAGE }))
  // This query provides the total number, independent of search and filters.
  const unfilteredList = useQuery({ ...enquiriesQuery({ perPage: 1 }), refetchOnMount: 'always' })
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set())
  const [enquiriesToDelete, setEnquiriesToDelete] = useState<Pick<Enquiry, 'id' | 'name'>[]>([])
  const total = list.data?.total ?? 0
  const isNarrowed = Boolean(search) || statusSelect.value !== undefined
  // The toolbar is hidden when there is nothing to search: no enquiries exist, or the list could not be loaded.
  const isToolbarHidden = !isNarrowed && (list.isError || (list.isSuccess && total === 0))

  const setOpenId = (id: number | undefined) => listUrl.setParams({ open: id, page: page > 1 ? page : undefined }, true)
  const columns: DataTableColumn<Enquiry>[] = [
    {
      key: 'date',
      header: 'Date',
      ...(sortSelect.value === 'oldest' ? { sortKey: 'oldest', sortDirection: 'ascending' } : { sortKey: 'newest' }),
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
          <Button variant="quiet" size="s" onClick={() => setOpenId(id)}>
            View
            <span className="visuallyHidden">
              {' '}
              the enquiry from <bdi>{name}</bdi>
            </span>
          </Button>
          <Tooltip text="Delete">
            <IconButton
              icon="trash"
              label={`Delete the enquiry from ${name}`}
              variant="danger"
              className={styles.enquiryDrop}
              onClick={() => setEnquiriesToDelete([{ id, name }])}
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
        caption={
          <span role="status">
            {list.data && unfilteredList.data && unfilteredList.data.total > 0
              ? formatEnquiryCaption(total, unfilteredList.data.total)
              : '\u00A0'}
          </span>
        }
        action={
          (list.isPending || total > 0) && (
            <a className="btn" data-variant="quiet" href={enquiriesFileUrl({ search, status: statusSelect.value })} download>
              <Icon name="download" />
              Download CSV
            </a>
          )
        }
      />
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={ENQUIRIES_PER_PAGE}
        pagesLabel="Pages of enquiries"
        tools={
          selectedIds.size > 0 ? (
            <BulkEnquiries
              ids={[...selectedIds]}
              onDone={() => setSelectedIds(new Set())}
              onDelete={() =>
                setEnquiriesToDelete(
                  [...selectedIds].map((id) => ({ id, name: list.data?.items.find((enquiry) => enquiry.id === id)?.name ?? '' })),
                )
              }
            />
          ) : isToolbarHidden ? null : (
            <Toolbar>
              <ListSearch label="Search enquiries" placeholder="Name, email, product or status" searchInput={listUrl.searchInput} />
              <ListSelect label="Status" allLabel="All statuses" {...statusSelect} />
              <ListSelect label="Sort by" {...sortSelect} />
            </Toolbar>
          )
        }
        errorTitle="Error Loading Enquiries"
        noMatchTitle="No enquiries match your search criteria"
        isNarrowed={isNarrowed}
        onRetry={() => void unfilteredList.refetch()}
        empty={
          <EmptyState
            art={<img src="/art/scenes/no-enquiries.svg" alt="" width={320} height={220} />}
            title="No Enquiries Yet"
            text="Questions from visitors about products appear here."
          />
        }
        table={{
          label: 'Enquiries',
          columns,
          rowLabel: ({ name }) => `the enquiry from ${name}`,
          sort: sortSelect.value,
          onSort: (chosenSort) => sortSelect.onChoose(toggleDateSort(chosenSort, sortSelect.value)),
          selection: selectedIds,
          onSelection: setSelectedIds,
          onOpen: ({ id }) => setOpenId(id),
        }}
      />
      {openId !== undefined && (
        <EnquiryPanel id={openId} listedEnquiry={list.data?.items.find(({ id }) => id === openId)} onClose={() => setOpenId(undefined)} />
      )}
      <DeleteEnquiries
        enquiries={enquiriesToDelete}
        onDone={(doneIds) => {
          setEnquiriesToDelete([])
          setSelectedIds((current) => new Set([...current].filter((id) => !doneIds.has(id))))
        }}
        onCancel={() => setEnquiriesToDelete([])}
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
  {
    key: 'product',
    header: 'Product',
    sortKey: 'product',
    sortDirection: 'ascending',
    cell: ({ productName, productPrice }) => (
      <span>
        {productName}
        <small className={styles.enquiryPriceBelow}>{productPrice}</small>
      </span>
    ),
  },
  { key: 'price', header: 'Price', align: 'right', className: styles.enquiryPrice, cell: ({ productPrice }) => productPrice },
  { key: 'status', header: 'Status', cell: ({ status }) => <EnquiryStatusBadge status={status} /> },
]
