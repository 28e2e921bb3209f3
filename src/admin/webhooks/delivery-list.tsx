/** Lists the calls of a webhook, newest first. */
import { useList } from '#admin/list/use-list.ts'
import { useState } from 'react'
import { ListSelect } from '#admin/list/list-filters.tsx'
import { deliveriesQuery, type DeliveryState } from '#features/webhooks/webhook.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { DELIVERY_STATE_LABELS } from './webhook-labels.ts'
import { DeliveryItem } from './delivery-item.tsx'
import * as styles from './webhooks.module.css'

const INITIAL_LIMIT = 20
const MAX_LIMIT = 100

export function DeliveryList({ webhookId, isPaused }: { webhookId: number; isPaused: boolean }) {
  const { count } = useWording()
  const [state, setState] = useState<DeliveryState>()
  const [limit, setLimit] = useState(INITIAL_LIMIT)
  const list = useList(deliveriesQuery(webhookId, { ...(state ? { state } : {}), perPage: limit }))
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
  if (total === 0 && state === undefined) return <p className="hint">No calls yet. Send a test to check the webhook.</p>
  return (
    <>
      <div className={styles.webhookTools}>
        <ListSelect
          label="Calls"
          allLabel="All calls"
          options={DELIVERY_STATE_LABELS}
          value={state}
          onChoose={(newState) => setState(newState)}
        />
        <Button variant="quiet" size="s" busy={list.isFetching} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      </div>
      {total === 0 && <p className="hint">No calls match.</p>}
      <ul className={styles.webhookCalls}>
        {items.map((delivery) => (
          <DeliveryItem key={delivery.id} delivery={delivery} isPaused={isPaused} />
        ))}
      </ul>
      {total > items.length && (
        <p className={styles.webhookMore}>
          {count(total, ADMIN_NOUNS.delivery)} in total.{' '}
          {limit < MAX_LIMIT && (
            <Button variant="quiet" size="s" busy={list.isFetching} onClick={() => setLimit(MAX_LIMIT)}>
              Show more
            </Button>
          )}
        </p>
      )}
    </>
  )
}
