/** What was deleted in the last thirty days, and the way back. */
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

const PER_PAGE = 25
const KIND_LABELS = toRecord(keysOf(TRASH_KINDS), (kind) => TRASH_KINDS[kind].label)
const EVERY_KIND = formatList(Object.values(TRASH_KINDS).map(({ plural }) => plural))

export default function TrashPage() {
  const listUrl = useListUrl('kind')
  const [asked, ask] = useState<TrashItem>()
  const [busy, setBusy] = useState<number>()
  const kind = listUrl.choice('kind', KIND_LABELS)
  const list = useList(trashQuery({ kind: kind.value, page: listUrl.page, perPage: PER_PAGE }))

  /** Whatever came back may stand on any page. */
  const run = async (item: TrashItem, work: () => Promise<unknown>, done: string, failed: string) => {
    setBusy(item.id)
    try {
      await work()
      await waitForRefresh()
      toast({ title: done })
    } catch (fault) {
      const message = failureReason(fault)
      toast({ title: failed, message, tone: 'destructive' })
    } finally {
      setBusy(undefined)
      ask(undefined)
    }
  }
  const restore = (item: TrashItem) => run(item, () => restoreFromTrash(item.id), `${KIND_LABELS[item.kind]} restored`, 'Not restored')
  const forGood = (item: TrashItem) => run(item, () => purgeFromTrash(item.id), `${KIND_LABELS[item.kind]} removed for good`, 'Not removed')

  const columns: DataTableColumn<TrashItem>[] = [
    { key: 'title', header: 'What', isTitle: true, cell: ({ title }) => title },
    { key: 'kind', header: 'Kind', cell: (item) => KIND_LABELS[item.kind] },
    { key: 'by', header: 'Deleted by', cell: ({ deletedBy }) => deletedBy },
    { key: 'at', header: 'Deleted', align: 'right', cell: ({ deletedAt }) => <ShortTime date={deletedAt} /> },
    { key: 'empties', header: 'Goes for good', align: 'right', cell: ({ emptiesAt }) => <ShortDate date={emptiesAt} /> },
    {
      key: 'actions',
      header: 'Actions',
      isActions: true,
      cell: (item) => (
        <>
          <Button variant="quiet" size="s" busy={busy === item.id} onClick={() => void restore(item)}>
            Restore
            <span className="visuallyHidden">
              {' '}
              <bdi>{item.title}</bdi>
            </span>
          </Button>
          <Tooltip text="Delete for good">
            <IconButton icon="trash" label={`Delete ${item.title} for good`} variant="danger" onClick={() => ask(item)} />
          </Tooltip>
        </>
      ),
    },
  ]
  return (
    <>
      <AdminHead title="Trash" caption="What was deleted stays here for thirty days." />
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={PER_PAGE}
        pagesLabel="Pages of the trash"
        tools={
          <Toolbar>
            <ListSelect label="Kind" all="Every kind" {...kind} />
          </Toolbar>
        }
        errorTitle="The trash could not be loaded"
        empty={<EmptyState title="The trash is empty" text={`Deleted ${EVERY_KIND} can be brought back from here.`} />}
        table={{ label: 'Trash', columns }}
      />
      <Confirm
        open={asked !== undefined}
        question={`Delete "${asked?.title ?? ''}" for good? It cannot be brought back after that.`}
        confirmLabel="Delete for good"
        tone="danger"
        busy={busy !== undefined}
        onConfirm={() => asked && void forGood(asked)}
        onCancel={() => ask(undefined)}
      />
    </>
  )
}
