import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListBody } from '#admin/list/list-body.tsx'
import { removeSearchPin, searchPinsQuery, type SearchPin } from '#features/search/administration/search-admin.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { IconButton } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { DataTable } from '#ui/lists/data-table.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Link } from '#ui/router/link.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { ListBox } from '#ui/lists/toolbar.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import * as styles from './search.module.css'

/** Lists the pages that are pinned to the top of the results for a search term. */
export function PinList() {
  const pins = useQuery({ ...searchPinsQuery(), refetchOnMount: 'always' })
  const [pinToRemove, setPinToRemove] = useState<SearchPin>()
  const removal = useMutation({
    networkMode: 'always',
    mutationFn: removeSearchPin,
    onSuccess: () => toast({ title: 'Pin removed' }),
    onError: (error) => toast({ title: 'Pin not removed', message: failureReason(error), tone: 'destructive' }),
    onSettled: () => setPinToRemove(undefined),
  })
  const columns: DataTableColumn<SearchPin>[] = [
    ...COLUMNS,
    {
      key: 'actions',
      header: 'Actions',
      isActions: true,
      cell: (pin) => (
        <Tooltip text="Remove">
          <IconButton
            icon="trash"
            label={`Remove ${pin.title ?? pin.url} from “${pin.query}”`}
            variant="danger"
            onClick={() => setPinToRemove(pin)}
          />
        </Tooltip>
      ),
    },
  ]
  return (
    <>
      <ListBox>
        <ListBody
          list={pins}
          errorTitle="The pinned results could not be loaded"
          isNarrowed={false}
          onClear={() => undefined}
          firstPageHref="?tab=pins"
          empty={<EmptyState title="No pinned results" text="Pin a page to show it first in searches for certain words." />}
        >
          {({ items }) => <DataTable label="Pinned results" rows={items} rowKey={({ id }) => id} columns={columns} />}
        </ListBody>
      </ListBox>
      <Confirm
        open={pinToRemove !== undefined}
        question={`Remove the pin for “${pinToRemove?.query ?? ''}”?`}
        confirmLabel="Remove pin"
        busy={removal.isPending}
        onConfirm={() => pinToRemove && removal.mutate(pinToRemove.id)}
        onCancel={() => setPinToRemove(undefined)}
      >
        The page {pinToRemove?.title ?? pinToRemove?.url} is no longer shown first. The page itself stays.
      </Confirm>
    </>
  )
}

const COLUMNS: DataTableColumn<SearchPin>[] = [
  { key: 'query', header: 'Search term', isTitle: true, className: styles.words, cell: ({ query }) => query },
  {
    key: 'page',
    header: 'Pinned page',
    className: styles.words,
    cell: ({ url, title }) => (
      <span className={styles.pinned}>
        <Link to={url}>{title ?? url}</Link>
        {title === null && <Badge variant="destructive">Not public</Badge>}
      </span>
    ),
  },
  { key: 'since', header: 'Since', align: 'right', cell: ({ createdAt }) => <ShortDate date={createdAt} /> },
]
