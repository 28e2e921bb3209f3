/** What was deleted in the last thirty days, and the way back. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSelect, oneOf } from '#admin/list/list-filters.tsx'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useListAddress } from '#admin/list-address.ts'
import { removeForGood, restore, trashQuery, type TrashItem } from '#features/trash/trash.client.ts'
import { reasonOf } from '#platform/api.client.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ShortDate, ShortTime } from '#ui/time.tsx'
import { toast } from '#ui/toast-store.ts'
import { Toolbar } from '#ui/toolbar.tsx'
import { Tooltip } from '#ui/tooltip.tsx'

const PER_PAGE = 25
const KINDS = { product: 'Product', topic: 'Topic', reply: 'Reply', review: 'Review', enquiry: 'Enquiry' }

export default function TrashPage() {
  const address = useListAddress('kind')
  const queryClient = useQueryClient()
  const [asked, ask] = useState<TrashItem>()
  const [busy, setBusy] = useState<number>()
  const kind = oneOf(KINDS, address.filters.kind)
  const list = useQuery({
    ...trashQuery({ kind, page: address.page, perPage: PER_PAGE }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

  /** Whatever came back may stand on any page. */
  const run = async (item: TrashItem, work: () => Promise<unknown>, done: string, failed: string) => {
    setBusy(item.id)
    try {
      await work()
      await queryClient.invalidateQueries()
      toast({ title: done })
    } catch (fault) {
      const message = reasonOf(fault)
      toast({ title: failed, message, tone: 'destructive' })
    } finally {
      setBusy(undefined)
      ask(undefined)
    }
  }
  const bringBack = (item: TrashItem) => run(item, () => restore(item.id), `${KINDS[item.kind]} restored`, 'Not restored')
  const forGood = (item: TrashItem) => run(item, () => removeForGood(item.id), `${KINDS[item.kind]} removed for good`, 'Not removed')

  const columns: Column<TrashItem>[] = [
    { key: 'title', header: 'What', isTitle: true, cell: ({ title }) => title },
    { key: 'kind', header: 'Kind', cell: (item) => KINDS[item.kind] },
    { key: 'by', header: 'Deleted by', cell: ({ deletedBy }) => deletedBy },
    { key: 'at', header: 'Deleted', align: 'right', cell: ({ deletedAt }) => <ShortTime date={deletedAt} /> },
    { key: 'empties', header: 'Goes for good', align: 'right', cell: ({ emptiesAt }) => <ShortDate date={emptiesAt} /> },
    {
      key: 'actions',
      header: 'Actions',
      isActions: true,
      cell: (item) => (
        <>
          <Button variant="quiet" size="s" busy={busy === item.id} onClick={() => void bringBack(item)}>
            Restore<span className="vh"> {item.title}</span>
          </Button>
          <Tooltip text="Delete for good">
            <IconButton icon="trash" label={`Delete ${item.title} for good`} className="danger" onClick={() => ask(item)} />
          </Tooltip>
        </>
      ),
    },
  ]
  return (
    <>
      <AdminHead title="Trash" caption="What was deleted stays here for thirty days." />
      <ListFrame
        list={list}
        address={address}
        perPage={PER_PAGE}
        pagesLabel="Pages of the trash"
        tools={
          <Toolbar>
            <ListSelect label="Kind" all="Every kind" options={KINDS} value={kind} onChoose={(chosen) => address.set({ kind: chosen })} />
          </Toolbar>
        }
        errorTitle="The trash could not be loaded"
        empty={
          <EmptyState
            title="The trash is empty"
            text="Deleted products, topics, replies, reviews and enquiries can be brought back from here."
          />
        }
      >
        {({ items }) => <DataTable label="Trash" rows={items} rowKey={({ id }) => id} columns={columns} busy={list.isPlaceholderData} />}
      </ListFrame>
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
