/** Who gets the newsletter, and who has still to confirm it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSearch, ListSelect, oneOf } from '#admin/list/list-filters.tsx'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { turnRound } from '#admin/list/turn-round.ts'
import { useListAddress } from '#admin/list-address.ts'
import { UNCONFIRMED_DAYS } from '#features/newsletter/newsletter.policy.ts'
import { SUBSCRIBERS_FILE, subscribersQuery, type Subscriber } from '#features/newsletter/subscriber.client.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { ShortDate } from '#ui/time.tsx'
import { BulkBar, Toolbar } from '#ui/toolbar.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { RemoveSubscribers } from './remove-subscribers.tsx'
import { captionOf, pageWords, SORTS, STATES } from './subscriber-words.ts'
import './newsletter.css'

const PER_PAGE = 25
const DAY_MS = 86_400_000

export default function NewsletterPage() {
  const address = useListAddress('state')
  const { page, search, filters } = address
  const sort = oneOf(SORTS, address.sort) ?? 'newest'
  const state = oneOf(STATES, filters.state)
  const list = useQuery({
    ...subscribersQuery({ search, state, sort, page, perPage: PER_PAGE }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  // How many there are, whatever is searched for.
  const all = useQuery({ ...subscribersQuery({ perPage: 1 }), refetchOnMount: 'always' })
  const confirmed = useQuery({ ...subscribersQuery({ state: 'confirmed', perPage: 1 }), refetchOnMount: 'always' })
  const [selection, select] = useState<ReadonlySet<number>>(new Set())
  const [toRemove, setToRemove] = useState<Subscriber[]>([])
  const total = list.data?.total ?? 0
  const chosen = (list.data?.items ?? []).filter(({ id }) => selection.has(id))
  // Nothing to search in: nobody at all, or the list could not be had.
  const isBare = !address.isNarrowed && (list.isError || (list.isSuccess && total === 0))

  const columns: Column<Subscriber>[] = [
    { key: 'email', header: 'Address', isTitle: true, className: 'newsletter-address', ...SORTED.email, cell: ({ email }) => email },
    { key: 'state', header: 'State', cell: StateCell },
    {
      key: 'since',
      header: 'Subscribed',
      align: 'right',
      ...(sort === 'oldest' ? SORTED.oldest : SORTED.newest),
      cell: ({ createdAt }) => <ShortDate date={createdAt} />,
    },
    { key: 'page', header: 'From', className: 'newsletter-from', cell: ({ page: path }) => pageWords(path) },
    {
      key: 'actions',
      header: 'Actions',
      isActions: true,
      cell: (one) => (
        <Tooltip text="Remove">
          <IconButton icon="trash" label={`Remove ${one.email}`} className="danger" onClick={() => setToRemove([one])} />
        </Tooltip>
      ),
    },
  ]
  const sortBy = (chosen: string) => {
    const next = turnRound(chosen, sort)
    address.set({ sort: next === 'newest' ? undefined : next })
  }

  return (
    <>
      <AdminHead
        title="Newsletter"
        caption={`Confirmed by their owners, or removed after ${UNCONFIRMED_DAYS} days.`}
        action={
          confirmed.data !== undefined &&
          confirmed.data.total > 0 && (
            <a className="btn quiet" href={SUBSCRIBERS_FILE} download>
              <Icon name="download" />
              Download confirmed
            </a>
          )
        }
      />
      <ListFrame
        list={list}
        address={address}
        perPage={PER_PAGE}
        pagesLabel="Pages of addresses"
        tools={
          chosen.length > 0 ? (
            <BulkBar count={chosen.length} onClear={() => select(new Set())}>
              <Button variant="danger" size="s" onClick={() => setToRemove(chosen)}>
                Remove
              </Button>
            </BulkBar>
          ) : isBare ? null : (
            <Toolbar caption={list.data && all.data && captionOf(total, all.data.total)}>
              <ListSearch label="Search addresses" placeholder="Part of an address" typed={address.typed} />
              <ListSelect
                label="State"
                all="Confirmed or waiting"
                options={STATES}
                value={state}
                onChoose={(next) => address.set({ state: next })}
              />
              <ListSelect
                label="Sort by"
                options={SORTS}
                value={sort}
                onChoose={(next) => address.set({ sort: next === 'newest' ? undefined : next })}
              />
            </Toolbar>
          )
        }
        errorTitle="The addresses could not be loaded"
        noMatch="No address matches"
        onRetry={() => {
          void all.refetch()
          void confirmed.refetch()
        }}
        empty={
          <EmptyState title="Nobody has subscribed yet" text="The form stands at the foot of the home page. Who uses it appears here." />
        }
      >
        {({ items }) => (
          <DataTable
            label="Newsletter addresses"
            rows={items}
            rowKey={({ id }) => id}
            rowLabel={({ email }) => email}
            columns={columns}
            sort={sort}
            onSort={sortBy}
            selection={selection}
            onSelection={select}
            busy={list.isPlaceholderData}
          />
        )}
      </ListFrame>
      <RemoveSubscribers
        subscribers={toRemove}
        onDone={() => {
          setToRemove([])
          select(new Set())
        }}
        onCancel={() => setToRemove([])}
      />
    </>
  )
}

const SORTED = {
  email: { sortKey: 'email', sortDirection: 'ascending' },
  newest: { sortKey: 'newest', sortDirection: 'descending' },
  oldest: { sortKey: 'oldest', sortDirection: 'ascending' },
} as const

function StateCell({ confirmedAt, createdAt }: Subscriber) {
  if (confirmedAt !== null)
    return (
      <span className="newsletter-state">
        <Badge>Confirmed</Badge>
        <small>
          <ShortDate date={confirmedAt} />
        </small>
      </span>
    )
  return (
    <span className="newsletter-state">
      <Badge variant="secondary">Waiting</Badge>
      <small>
        until <ShortDate date={new Date(Date.parse(createdAt) + UNCONFIRMED_DAYS * DAY_MS).toISOString()} />
      </small>
    </span>
  )
}
