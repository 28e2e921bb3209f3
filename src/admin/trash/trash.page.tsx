/** Page that lists the items that were deleted in the last 30 days, and restores or purges them. */
import { formatList } from '#wording/lists.ts'
import { TRASH_KINDS } from '#features/trash/trash-kinds.policy.ts'
import { keysOf, toRecord } from '#platform/client/typed-entries.client.ts'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSelect } from '#admin/list/list-filters.tsx'
import { TableFrame } from '#admin/list/table-frame.tsx'
import { useList } from '#admin/list/use-list.ts'
import { useListUrl } from '#admin/list-url.ts'
import { purgeFromTrash, restoreFromTrash, trashQuery, type TrashItem } from '#features/trash/trash.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button, IconButton } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ShortDate, ShortTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'

const ITEMS_PER_PAGE = 25
const KIND_LABELS = toRecord(keysOf(TRASH_KINDS), (kind) => TRASH_KINDS[kind].label)
const ALL_KINDS_TEXT = formatList(Object.values(TRASH_KINDS).map(({ plural }) => plural))

export default function TrashPage() {
  const listUrl = useListUrl('kind')
  const [itemToPurge, setItemToPurge] = useState<TrashItem>()
  const [busyId, setBusyId] = useState<number>()
  const kindSelect = listUrl.getFilterSelect('kind', KIND_LABELS)
  const list = useList(trashQuery({ kind: kindSelect.value, page: listUrl.page, perPage: ITEMS_PER_PAGE }))

  const runAction = async (item: TrashItem, action: () => Promise<unknown>, successTitle: string, errorTitle: string) => {
    setBusyId(item.id)
    try {
      await action()
      await waitForRefresh()
      toast({ title: successTitle })
    } catch (error) {
      toast({ title: errorTitle, message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusyId(undefined)
      setItemToPurge(undefined)
    }
  }
  const restore = (item: TrashItem) =>
    runAction(item, () => restoreFromTrash(item.id), `${KIND_LABELS[item.kind]} restored`, `${KIND_LABELS[item.kind]} not restored`)
  const purge = (item: TrashItem) =>
    runAction(item, () => purgeFromTrash(item.id), `${KIND_LABELS[item.kind]} deleted permanently`, `${KIND_LABELS[item.kind]} not deleted`)

  const columns: DataTableColumn<TrashItem>[] = [
    { key: 'title', header: 'Item', isTitle: true, cell: ({ title }) => title },
    { key: 'kind', header: 'Kind', cell: (item) => KIND_LABELS[item.kind] },
    { key: 'by', header: 'Deleted by', cell: ({ deletedBy }) => deletedBy },
    { key: 'at', header: 'Deleted', align: 'right', cell: ({ deletedAt }) => <ShortTime date={deletedAt} /> },
    { key: 'empties', header: 'Deleted permanently', align: 'right', cell: ({ emptiesAt }) => <ShortDate date={emptiesAt} /> },
    {
      key: 'actions',
      header: 'Actions',
      isActions: true,
      cell: (item) => (
        <>
          <Button variant="quiet" size="s" busy={busyId === item.id} onClick={() => void restore(item)}>
            Restore
            <span className="visuallyHidden">
              {' '}
              <bdi>{item.title}</bdi>
            </span>
          </Button>
          <Tooltip text="Delete permanently">
            <IconButton icon="trash" label={`Delete ${item.title} permanently`} variant="danger" onClick={() => setItemToPurge(item)} />
          </Tooltip>
        </>
      ),
    },
  ]
  return (
    <>
      <AdminHead title="Trash" caption="Deleted items stay here for 30 days." />
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={ITEMS_PER_PAGE}
        pagesLabel="Pages of the trash"
        tools={
          <Toolbar>
            <ListSelect label="Kind" allLabel="All kinds" {...kindSelect} />
          </Toolbar>
        }
        errorTitle="The trash could not be loaded"
        empty={<EmptyState title="The trash is empty" text={`You can restore deleted ${ALL_KINDS_TEXT} from here.`} />}
        table={{ label: 'Trash', columns }}
      />
      <Confirm
        open={itemToPurge !== undefined}
        question={`Delete "${itemToPurge?.title ?? ''}" permanently? This cannot be undone.`}
        confirmLabel="Delete permanently"
        tone="danger"
        busy={busyId !== undefined}
        onConfirm={() => itemToPurge && void purge(itemToPurge)}
        onCancel={() => setItemToPurge(undefined)}
      />
    </>
  )
}
