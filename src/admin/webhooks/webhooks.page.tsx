/** Programs elsewhere that are told of what happens on the site. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { TableFrame } from '#admin/list/table-frame.tsx'
import { useListUrl } from '#admin/list-url.ts'
import { webhooksQuery, type Webhook } from '#features/webhooks/webhook.client.ts'
import { WEBHOOKS_MAX } from '#features/webhooks/webhook-limits.policy.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import type { DataTableColumn } from '#ui/lists/data-table-props.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { WebhookEditor } from './webhook-editor.tsx'
import { describeWebhookState, formatEvents } from './webhook-labels.ts'
import { WebhookPanel } from './webhook-panel.tsx'
import * as styles from './webhooks.module.css'

export default function WebhooksPage() {
  const listUrl = useListUrl('open')
  const list = useQuery({ ...webhooksQuery(), refetchOnMount: 'always' })
  const [isAdding, setAdding] = useState(false)
  /** Shown once, at the webhook that it belongs to. */
  const [shown, show] = useState<{ id: number; secret: string }>()
  // A new one is open without its address: while the sheet that has made it is still there, leaving this address is held up as unsaved.
  const openId = shown?.id ?? (Number(listUrl.filters.open) || undefined)
  const opened = list.data?.items.find(({ id }) => id === openId)
  const open = (id: number | undefined) => listUrl.set({ open: id }, true)
  const add = (
    <Button disabled={(list.data?.total ?? 0) >= WEBHOOKS_MAX} onClick={() => setAdding(true)}>
      <Icon name="plus" />
      Add a webhook
    </Button>
  )
  const isEmpty = list.data?.total === 0
  return (
    <>
      <AdminHead title="Webhooks" caption="Other programs that are called when something happens here." action={!isEmpty && add} />
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={WEBHOOKS_MAX}
        pagesLabel="Pages of webhooks"
        errorTitle="The webhooks could not be loaded"
        isNarrowed={false}
        empty={
          <EmptyState
            title="No webhook yet"
            text="With one, a program of yours hears at once of a new enquiry, a topic or a member, and need not ask."
            action={add}
          />
        }
        table={{ label: 'Webhooks', columns: COLUMNS, onOpen: ({ id }) => open(id) }}
      />
      {isAdding && (
        <WebhookEditor
          onSaved={({ id, secret }) => {
            setAdding(false)
            show({ id, secret })
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {opened && !isAdding && (
        <WebhookPanel
          key={opened.id}
          webhook={opened}
          secret={shown?.id === opened.id ? shown.secret : undefined}
          onSecret={(secret) => show({ id: opened.id, secret })}
          onClose={() => {
            show(undefined)
            open(undefined)
          }}
        />
      )}
    </>
  )
}

const COLUMNS: DataTableColumn<Webhook>[] = [
  {
    key: 'url',
    header: 'Address',
    isTitle: true,
    className: styles.webhookUrl,
    cell: ({ url, description }) => (
      <>
        {description || url} {description && <small>{url}</small>}
      </>
    ),
  },
  { key: 'events', header: 'Told of', className: styles.webhookEvents, cell: ({ events }) => formatEvents(events) },
  {
    key: 'last',
    header: 'Last arrived',
    align: 'right',
    cell: ({ lastDeliveredAt }) => (lastDeliveredAt === null ? 'Never' : <ShortTime date={lastDeliveredAt} />),
  },
  { key: 'state', header: 'State', cell: StateBadge },
]

function StateBadge(webhook: Webhook) {
  const { words, look } = describeWebhookState(webhook)
  return <Badge variant={look}>{words}</Badge>
}
