/** Page that lists the addresses that receive no email, each with the reason. */
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSearch, ListSelect } from '#admin/list/list-filters.tsx'
import { TableFrame } from '#admin/list/table-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import { useListUrl } from '#admin/list-url.ts'
import { suppressionsQuery, type Suppression } from '#features/suppressions/suppression.client.ts'
import { SUPPRESSION_REASONS } from '#features/suppressions/suppression.policy.ts'
import { Button, IconButton } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { AddSuppression } from './add-suppression.tsx'
import { RemoveSuppression } from './remove-suppression.tsx'
import { showEmail } from '#platform/text/shown-email.client.ts'
import * as styles from './suppressions.module.css'

const ADDRESSES_PER_PAGE = 25

export default function SuppressionsPage() {
  const { count } = useWording()
  const listUrl = useListUrl('reason')
  const reasonSelect = listUrl.getFilterSelect('reason', SUPPRESSION_REASONS)
  const list = useList(
    suppressionsQuery({ search: listUrl.search, reason: reasonSelect.value, page: listUrl.page, perPage: ADDRESSES_PER_PAGE }),
  )
  const [isAdding, setAdding] = useState(false)
  const [suppressionToRemove, setSuppressionToRemove] = useState<Suppression>()
  const isToolbarHidden = !listUrl.isNarrowed && (list.isError || list.data?.total === 0)
  const addButton = (
    <Button variant={isToolbarHidden ? undefined : 'quiet'} onClick={() => setAdding(true)}>
      <Icon name="plus" />
      Add an address
    </Button>
  )
  const columns: DataTableColumn<Suppression>[] = [
    ...COLUMNS,
    {
      key: 'actions',
      header: 'Actions',
      isActions: true,
      cell: (suppression) => (
        <Tooltip text="Remove">
          <IconButton
            icon="trash"
            label={`Remove ${showEmail(suppression.address)}`}
            variant="danger"
            onClick={() => setSuppressionToRemove(suppression)}
          />
        </Tooltip>
      ),
    },
  ]
  return (
    <>
      <AdminHead
        title="Suppression list"
        caption="These addresses receive no email. Addresses that you add receive none at all; the others receive some account emails after a while."
        action={!isToolbarHidden && addButton}
      />
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={ADDRESSES_PER_PAGE}
        pagesLabel="Pages of addresses"
        tools={
          !isToolbarHidden && (
            <Toolbar caption={list.data && count(list.data.total, ADMIN_NOUNS.address)}>
              <ListSearch label="Search addresses" placeholder="Part of an address" searchInput={listUrl.searchInput} />
              <ListSelect label="Reason" allLabel="All reasons" {...reasonSelect} />
            </Toolbar>
          )
        }
        errorTitle="The addresses could not be loaded"
        noMatchTitle="No addresses match"
        empty={
          <EmptyState
            title="No suppressed addresses"
            text="Addresses appear here when they do not exist, when emails to them keep bouncing, or when the recipient marks an email as spam."
            action={addButton}
          />
        }
        table={{ label: 'Suppressed addresses', columns }}
      />
      {isAdding && <AddSuppression onClose={() => setAdding(false)} />}
      <RemoveSuppression suppression={suppressionToRemove} onClose={() => setSuppressionToRemove(undefined)} />
    </>
  )
}

const COLUMNS: DataTableColumn<Suppression>[] = [
  { key: 'address', header: 'Address', isTitle: true, className: styles.suppressed, cell: ({ address }) => showEmail(address) },
  {
    key: 'reason',
    header: 'Reason',
    className: styles.suppressed,
    cell: ({ reason, detail }) => (
      <span>
        {SUPPRESSION_REASONS[reason]}
        {detail && <small>{detail}</small>}
      </span>
    ),
  },
  { key: 'since', header: 'Since', align: 'right', cell: ({ suppressedAt }) => <ShortDate date={suppressedAt} /> },
]
