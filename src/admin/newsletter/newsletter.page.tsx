/** Page that lists the newsletter subscribers, confirmed and waiting for confirmation. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSearch, ListSelect } from '#admin/list/list-filters.tsx'
import { TableFrame } from '#admin/list/table-frame.tsx'
import { toggleDateSort } from '#admin/list/toggle-sort.ts'
import { useList } from '#admin/list/use-list.ts'
import { useListUrl } from '#admin/list-url.ts'
import { UNCONFIRMED_DAYS } from '#features/newsletter/newsletter.policy.ts'
import { SUBSCRIBERS_FILE_URL, subscribersQuery, type Subscriber } from '#features/newsletter/subscriber.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button, IconButton } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { BulkBar, Toolbar } from '#ui/lists/toolbar.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ImportSubscribers } from './imports/import-subscribers.tsx'
import { NewsletterPermission, useIsBulkMailRestricted } from './newsletter-permission.tsx'
import { NewsletterGrowth } from './newsletter-growth.tsx'
import { RemoveSubscribers } from './remove-subscribers.tsx'
import { formatSubscriberCaption, formatSignUpPage, SUBSCRIBER_SORT_LABELS, SUBSCRIBER_STATE_LABELS } from './subscriber-labels.ts'
import * as issueStyles from './issues.module.css'
import * as styles from './newsletter.module.css'
import { showEmail } from '#platform/text/shown-email.client.ts'

const SUBSCRIBERS_PER_PAGE = 25
const DAY_MS = 86_400_000

export default function NewsletterPage() {
  const wording = useWording()
  const listUrl = useListUrl('state')
  const stateSelect = listUrl.getFilterSelect('state', SUBSCRIBER_STATE_LABELS)
  const sortSelect = listUrl.getSortSelect(SUBSCRIBER_SORT_LABELS, 'newest')
  const list = useList(
    subscribersQuery({
      search: listUrl.search,
      state: stateSelect.value,
      sort: sortSelect.value,
      page: listUrl.page,
      perPage: SUBSCRIBERS_PER_PAGE,
    }),
  )
  // This query provides the total number, independent of search and filters.
  const allSubscribers = useQuery({ ...subscribersQuery({ perPage: 1 }), refetchOnMount: 'always' })
  const confirmedSubscribers = useQuery({ ...subscribersQuery({ state: 'confirmed', perPage: 1 }), refetchOnMount: 'always' })
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set())
  const isRestricted = useIsBulkMailRestricted()
  const [isImporting, setImporting] = useState(false)
  const [subscribersToRemove, setSubscribersToRemove] = useState<Subscriber[]>([])
  const total = list.data?.total ?? 0
  const selectedSubscribers = (list.data?.items ?? []).filter(({ id }) => selectedIds.has(id))
  // The toolbar is hidden when there is nothing to search: no subscribers exist, or the list could not be loaded.
  const isToolbarHidden = !listUrl.isNarrowed && (list.isError || (list.isSuccess && total === 0))

  const columns: DataTableColumn<Subscriber>[] = [
    {
      key: 'email',
      header: 'Address',
      isTitle: true,
      className: styles.newsletterAddress,
      ...SORT_PROPS.email,
      cell: ({ email }) => showEmail(email),
    },
    { key: 'state', header: 'State', cell: StateCell },
    {
      key: 'since',
      header: 'Subscribed',
      align: 'right',
      ...(sortSelect.value === 'oldest' ? SORT_PROPS.oldest : SORT_PROPS.newest),
      cell: ({ createdAt }) => <ShortDate date={createdAt} />,
    },
    { key: 'page', header: 'From', className: styles.newsletterFrom, cell: ({ page: path }) => formatSignUpPage(path) },
    {
      key: 'actions',
      header: 'Actions',
      isActions: true,
      cell: (subscriber) => (
        <Tooltip text="Remove">
          <IconButton
            icon="trash"
            label={`Remove ${showEmail(subscriber.email)}`}
            variant="danger"
            onClick={() => setSubscribersToRemove([subscriber])}
          />
        </Tooltip>
      ),
    },
  ]

  return (
    <>
      <AdminHead
        title="Subscribers"
        caption={`Addresses that are not confirmed are deleted after ${UNCONFIRMED_DAYS} days.`}
        action={
          <span className={issueStyles.issueBegin}>
            <Button variant="quiet" disabled={isRestricted} onClick={() => setImporting(true)}>
              <Icon name="upload" />
              Import
            </Button>
            {confirmedSubscribers.data !== undefined && confirmedSubscribers.data.total > 0 && (
              <a className="btn" data-variant="quiet" href={SUBSCRIBERS_FILE_URL} download>
                <Icon name="download" />
                Download confirmed
              </a>
            )}
          </span>
        }
      />
      <NewsletterPermission />
      <NewsletterGrowth />
      {isImporting && <ImportSubscribers onClose={() => setImporting(false)} />}
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={SUBSCRIBERS_PER_PAGE}
        pagesLabel="Pages of addresses"
        tools={
          selectedSubscribers.length > 0 ? (
            <BulkBar count={selectedSubscribers.length} onClear={() => setSelectedIds(new Set())}>
              <Button variant="danger" size="s" onClick={() => setSubscribersToRemove(selectedSubscribers)}>
                Remove
              </Button>
            </BulkBar>
          ) : isToolbarHidden ? null : (
            <Toolbar caption={list.data && allSubscribers.data && formatSubscriberCaption(total, allSubscribers.data.total, wording)}>
              <ListSearch label="Search addresses" placeholder="Part of an address" searchInput={listUrl.searchInput} />
              <ListSelect label="State" allLabel="All states" {...stateSelect} />
              <ListSelect label="Sort by" {...sortSelect} />
            </Toolbar>
          )
        }
        errorTitle="The addresses could not be loaded"
        noMatchTitle="No addresses match"
        onRetry={() => {
          void allSubscribers.refetch()
          void confirmedSubscribers.refetch()
        }}
        empty={<EmptyState title="No subscribers yet" text="People who sign up on your site appear here." />}
        table={{
          label: 'Newsletter addresses',
          columns,
          rowLabel: ({ email }) => showEmail(email),
          sort: sortSelect.value,
          onSort: (chosenSort) => sortSelect.onChoose(toggleDateSort(chosenSort, sortSelect.value)),
          selection: selectedIds,
          onSelection: setSelectedIds,
        }}
      />
      <RemoveSubscribers
        subscribers={subscribersToRemove}
        onDone={(doneIds) => {
          setSubscribersToRemove([])
          setSelectedIds((current) => new Set([...current].filter((id) => !doneIds.has(id))))
        }}
        onCancel={() => setSubscribersToRemove([])}
      />
    </>
  )
}

const SORT_PROPS = {
  email: { sortKey: 'email', sortDirection: 'ascending' },
  newest: { sortKey: 'newest', sortDirection: 'descending' },
  oldest: { sortKey: 'oldest', sortDirection: 'ascending' },
} as const

function StateCell({ confirmedAt, createdAt }: Subscriber) {
  if (confirmedAt !== null)
    return (
      <span className={styles.newsletterState}>
        <Badge>Confirmed</Badge>
        <small>
          <ShortDate date={confirmedAt} />
        </small>
      </span>
    )
  return (
    <span className={styles.newsletterState}>
      <Badge variant="secondary">Waiting</Badge>
      <small>
        until <ShortDate date={new Date(Date.parse(createdAt) + UNCONFIRMED_DAYS * DAY_MS).toISOString()} />
      </small>
    </span>
  )
}
