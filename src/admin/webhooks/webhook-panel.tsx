/** Everything about a webhook, beside the list. */
import { useState } from 'react'
import { CopyButton } from '#admin/panel/copy-button.tsx'
import { FactList, PanelSection, SidePanel } from '#admin/panel/side-panel.tsx'
import type { Webhook } from '#features/webhooks/webhook.client.ts'
import { PAUSED_AFTER_DAYS } from '#features/webhooks/webhook-limits.policy.ts'
import { Notice } from '#ui/states/notice.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookEditor } from './webhook-editor.tsx'
import { describeWebhookState, formatEvents } from './webhook-labels.ts'
import * as styles from './webhooks.module.css'

interface WebhookPanelProps {
  webhook: Webhook
  /** When it is new. */
  secret: string | undefined
  onSecret: (secret: string) => void
  onClose: () => void
}

export function WebhookPanel({ webhook, secret, onSecret, onClose }: WebhookPanelProps) {
  const [isEditing, setEditing] = useState(false)
  const { url, description, events, createdAt, pausedAt, pausedReason, failingSince, oldSecretUntil } = webhook
  const stop = () => setEditing(false)
  return (
    <>
      <SidePanel title={description || 'Webhook'} onClose={onClose}>
        {secret && (
          <Notice tone="good" title="Its secret, shown this once">
            <p>Give it to the program that is called: it proves that a call is from here.</p>
            <p className={styles.webhookSecret}>
              <code>{secret}</code>
              <CopyButton label="Secret" value={secret} />
            </p>
          </Notice>
        )}
        {pausedReason !== null && (
          <Notice tone="bad" title="The site has paused it">
            {pausedReason} It is not called until you have it go on. What happened meanwhile is not sent.
          </Notice>
        )}
        {failingSince !== null && pausedAt === null && (
          <Notice tone="warn" title="It cannot be reached">
            Nothing has arrived since <ShortTime date={failingSince} end="." /> After {PAUSED_AFTER_DAYS} days it is paused.
          </Notice>
        )}
        <FactList
          facts={{
            Address: <span className={styles.webhookUrl}>{url}</span>,
            'Told of': formatEvents(events),
            State: describeWebhookState(webhook).words,
            Added: <ShortTime date={createdAt} />,
            'Old secret': oldSecretUntil && (
              <>
                signs as well until <ShortTime date={oldSecretUntil} />
              </>
            ),
          }}
        />
        <WebhookActions webhook={webhook} onSecret={onSecret} onEdit={() => setEditing(true)} onDeleted={onClose} />
        <PanelSection title="Calls" aside="of the last 30 days">
          <DeliveryList webhookId={webhook.id} isPaused={pausedAt !== null} />
        </PanelSection>
      </SidePanel>
      {isEditing && <WebhookEditor webhook={webhook} onSaved={stop} onClose={stop} />}
    </>
  )
}
