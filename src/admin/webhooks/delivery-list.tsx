/** The calls of a webhook, newest first; each can be opened and sent again. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListSelect } from '#admin/list/list-filters.tsx'
import { Facts } from '#admin/panel/side-panel.tsx'
import { deliveriesQuery, replayDelivery, type DeliveryState, type WebhookDelivery } from '#features/webhooks/webhook.client.ts'
import { failureReason } from '#platform/api.client.ts'
import { whenRefreshed } from '#platform/query-refresh.client.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ShortTime } from '#ui/time.tsx'
import { toast } from '#ui/toast-store.ts'
import { useWording } from '#ui/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { DELIVERY_STATE_LABELS, DELIVERY_STATE_LOOKS, formatDuration, formatPayload } from './webhook-labels.ts'
import * as styles from './webhooks.module.css'

const PER_PAGE = 20
const MAX_SHOWN = 100

export function DeliveryList({ webhookId, isPaused }: { webhookId: number; isPaused: boolean }) {
  const { count } = useWording()
  const [state, setState] = useState<DeliveryState>()
  const [shown, show] = useState(PER_PAGE)
  const list = useQuery({
    ...deliveriesQuery(webhookId, { ...(state ? { state } : {}), perPage: shown }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  if (list.isPending) return <Spinner label="Loading the calls" />
  if (list.isError)
    return (
      <ErrorState
        title="The calls could not be loaded"
        text={failureReason(list.error)}
        level={3}
        action={<Button onClick={() => void list.refetch()}>Try again</Button>}
      />
    )
  const { items, total } = list.data
  if (total === 0 && state === undefined) return <p className="hint">It has not been called yet. Send a test to see what it answers.</p>
  return (
    <>
      <div className={styles.webhookTools}>
        <ListSelect label="Calls" all="All calls" options={DELIVERY_STATE_LABELS} value={state} onChoose={(next) => setState(next)} />
        <Button variant="quiet" size="s" busy={list.isFetching} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      </div>
      {total === 0 && <p className="hint">There is none of these.</p>}
      <ul className={styles.webhookCalls}>
        {items.map((one) => (
          <Delivery key={one.id} delivery={one} isPaused={isPaused} />
        ))}
      </ul>
      {total > items.length && (
        <p className={styles.webhookMore}>
          {count(total, ADMIN_NOUNS.delivery)} in all.{' '}
          {shown < MAX_SHOWN && (
            <Button variant="quiet" size="s" busy={list.isFetching} onClick={() => show(MAX_SHOWN)}>
              Show more
            </Button>
          )}
        </p>
      )}
    </>
  )
}

function Delivery({ delivery, isPaused }: { delivery: WebhookDelivery; isPaused: boolean }) {
  const { id, event, eventId, state, createdAt, status, error, attempts, attemptedAt, durationMs, answer, payload } = delivery
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    try {
      await replayDelivery(id)
      await whenRefreshed()
      toast({ title: 'It is sent again' })
    } catch (fault) {
      toast({ title: 'Not sent again', message: failureReason(fault), tone: 'destructive' })
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
          <Badge variant={DELIVERY_STATE_LOOKS[state]}>{DELIVERY_STATE_LABELS[state]}</Badge>
          <small>
            <ShortTime date={createdAt} />
            {status !== null && ` · ${status}`}
            {durationMs !== null && ` · ${formatDuration(durationMs)}`}
          </small>
        </summary>
        <div className={styles.webhookCall}>
          <Facts
            facts={{
              Problem: error,
              Attempts: attempts || null,
              'Last tried': attemptedAt && <ShortTime date={attemptedAt} />,
              Id: eventId,
            }}
          />
          <h4>What was sent</h4>
          <Body label="What was sent" text={formatPayload(payload)} />
          {status !== null && (
            <>
              <h4>What came back</h4>
              {answer ? <Body label="What came back" text={answer} /> : <p className="hint">Nothing but the status {status}.</p>}
            </>
          )}
          {state !== 'waiting' && (
            <Button variant="quiet" size="s" busy={busy} disabled={isPaused} onClick={() => void again()}>
              Send again
            </Button>
          )}
        </div>
      </details>
    </li>
  )
}

const Body = ({ label, text }: { label: string; text: string }) => (
  <ScrollRegion className={styles.webhookBody} label={label}>
    <pre>{text}</pre>
  </ScrollRegion>
)
