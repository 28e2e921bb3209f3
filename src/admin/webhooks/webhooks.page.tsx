/** Page that lists the webhooks, which notify other programs of events on the site. */
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
  /** Secret to show once, after its webhook was created or the secret rotated. */
  const [newSecret, setNewSecret] = useState<{ id: number; secret: string }>()
  // A new webhook opens without a change of the URL: the closing editor still guards its changes and would block the navigation.
  const openId = newSecret?.id ?? (Number(listUrl.filters.open) || undefined)
  const openedWebhook = list.data?.items.find(({ id }) => id === openId)
  const setOpenId = (id: number | undefined) => listUrl.setParams({ open: id }, true)
  const addButton = (
    <Button disabled={(list.data?.total ?? 0) >= WEBHOOKS_MAX} onClick={() => setAdding(true)}>
      <Icon name="plus" />
      Add a webhook
    </Button>
  )
  const isEmpty = list.data?.total === 0
  return (
    <>
      <AdminHead title="Webhooks" caption="Notify other programs when something happens on your site." action={!isEmpty && addButton} />
      <TableFrame
        list={list}
        listUrl={listUrl}
        perPage={WEBHOOKS_MAX}
        pagesLabel="Pages of webhooks"
        errorTitle="The webhooks could not be loaded"
        isNarrowed={false}
        empty={
          <EmptyState
            title="No webhooks yet"
            text="A webhook notifies your program at once of events such as a new enquiry, topic or member."
            action={addButton}
          />
        }
        table={{ label: 'Webhooks', columns: COLUMNS, onOpen: ({ id }) => setOpenId(id) }}
      />
      {isAdding && (
        <WebhookEditor
          onSaved={({ id, secret }) => {
            setAdding(false)
            setNewSecret({ id, secret })
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {openedWebhook && !isAdding && (
        <WebhookPanel
          key={openedWebhook.id}
          webhook={openedWebhook}
          secret={newSecret?.id === openedWebhook.id ? newSecret.secret : undefined}
          onSecret={(secret) => setNewSecret({ id: openedWebhook.id, secret })}
          onClose={() => {
            setNewSecret(undefined)
            setOpenId(undefined)
          }}
        />
      )}
    </>
  )
}

const COLUMNS: DataTableColumn<Webhook>[] = [
  {
    key: 'url',
    header: 'URL',
    isTitle: true,
    className: styles.webhookUrl,
    cell: ({ url, description }) => (
      <>
        {description || url} {description && <small>{url}</small>}
      </>
    ),
  },
  { key: 'events', header: 'Events', className: styles.webhookEvents, cell: ({ events }) => formatEvents(events) },
  {
    key: 'last',
    header: 'Last delivered',
    align: 'right',
    cell: ({ lastDeliveredAt }) => (lastDeliveredAt === null ? 'Never' : <ShortTime date={lastDeliveredAt} />),
  },
  { key: 'state', header: 'State', cell: StateBadge },
]

function StateBadge(webhook: Webhook) {
  const { label, badge } = describeWebhookState(webhook)
  return <Badge variant={badge}>{label}</Badge>
}
