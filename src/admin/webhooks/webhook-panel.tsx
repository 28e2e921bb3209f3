/** Side panel that shows a webhook: details, actions and calls. */
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
  /** Secret to show once, right after it was created or rotated; otherwise undefined. */
  secret: string | undefined
  onSecret: (secret: string) => void
  onClose: () => void
}

export function WebhookPanel({ webhook, secret, onSecret, onClose }: WebhookPanelProps) {
  const [isEditing, setEditing] = useState(false)
  const { url, description, events, createdAt, pausedAt, pausedReason, failingSince, oldSecretUntil } = webhook
  const stopEditing = () => setEditing(false)
  return (
    <>
      <SidePanel title={description || 'Webhook'} onClose={onClose}>
        {secret && (
          <Notice tone="good" title="Your secret">
            <p>Save it in the receiving program, which uses it to verify calls. It is shown only once.</p>
            <p className={styles.webhookSecret}>
              <code>{secret}</code>
              <CopyButton label="Secret" value={secret} />
            </p>
          </Notice>
        )}
        {pausedReason !== null && (
          <Notice tone="bad" title="This webhook was paused">
            {pausedReason} It is not called until you resume it. Events in the meantime are not sent.
          </Notice>
        )}
        {failingSince !== null && pausedAt === null && (
          <Notice tone="warn" title="This webhook cannot be reached">
            No call was delivered since <ShortTime date={failingSince} end="." /> It is paused after {PAUSED_AFTER_DAYS} days.
          </Notice>
        )}
        <FactList
          facts={{
            URL: <span className={styles.webhookUrl}>{url}</span>,
            Events: formatEvents(events),
            State: describeWebhookState(webhook).label,
            Added: <ShortTime date={createdAt} />,
            'Old secret': oldSecretUntil && (
              <>
                valid until <ShortTime date={oldSecretUntil} />
              </>
            ),
          }}
        />
        <WebhookActions webhook={webhook} onSecret={onSecret} onEdit={() => setEditing(true)} onDeleted={onClose} />
        <PanelSection title="Calls" aside="in the last 30 days">
          <DeliveryList webhookId={webhook.id} isPaused={pausedAt !== null} />
        </PanelSection>
      </SidePanel>
      {isEditing && <WebhookEditor webhook={webhook} onSaved={stopEditing} onClose={stopEditing} />}
    </>
  )
}
