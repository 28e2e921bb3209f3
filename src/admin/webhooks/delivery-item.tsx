/** Shows a webhook call with its request and response, and resends it. */
import { useState } from 'react'
import { FactList } from '#admin/panel/side-panel.tsx'
import { replayDelivery, type WebhookDelivery } from '#features/webhooks/webhook.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { DELIVERY_STATE_LABELS, DELIVERY_STATE_BADGES, formatDuration, formatPayload } from './webhook-labels.ts'
import * as styles from './webhooks.module.css'

export function DeliveryItem({ delivery, isPaused }: { delivery: WebhookDelivery; isPaused: boolean }) {
  const { id, event, eventId, state, createdAt, status, error, attempts, attemptedAt, durationMs, answer, payload } = delivery
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    try {
      await replayDelivery(id)
      await waitForRefresh()
      toast({ title: 'The call will be sent again' })
    } catch (cause) {
      toast({ title: 'Call not sent', message: failureReason(cause), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <details>
        <summary>
          <Icon name="chevron-right" />
          <code>{event}</code>
          <Badge variant={DELIVERY_STATE_BADGES[state]}>{DELIVERY_STATE_LABELS[state]}</Badge>
          <small>
            <ShortTime date={createdAt} />
            {status !== null && ` · ${status}`}
            {durationMs !== null && ` · ${formatDuration(durationMs)}`}
          </small>
        </summary>
        <div className={styles.webhookCall}>
          <FactList
            facts={{
              Error: error,
              Attempts: attempts || null,
              'Last attempt': attemptedAt && <ShortTime date={attemptedAt} />,
              'Event ID': eventId,
            }}
          />
          <h4>Request</h4>
          <DeliveryBody label="Request" text={formatPayload(payload)} />
          {status !== null && (
            <>
              <h4>Response</h4>
              {answer ? <DeliveryBody label="Response" text={answer} /> : <p className="hint">Status {status} without a body.</p>}
            </>
          )}
          {state !== 'waiting' && (
            <Button variant="quiet" size="s" busy={busy} disabled={isPaused} onClick={() => void resend()}>
              Send again
            </Button>
          )}
        </div>
      </details>
    </li>
  )
}

const DeliveryBody = ({ label, text }: { label: string; text: string }) => (
  <ScrollRegion className={styles.webhookBody} label={label}>
    <pre>{text}</pre>
  </ScrollRegion>
)
