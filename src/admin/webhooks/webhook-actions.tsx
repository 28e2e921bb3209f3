/** Renders the actions on a webhook: testing, editing, pausing, rotating its secret and deleting. */
import { useState } from 'react'
import { changeWebhook, deleteWebhook, rotateWebhookSecret, testWebhook, type Webhook } from '#features/webhooks/webhook.client.ts'
import { OLD_SECRET_HOURS } from '#features/webhooks/webhook-limits.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './webhooks.module.css'

interface WebhookActionsProps {
  webhook: Webhook
  onSecret: (secret: string) => void
  onEdit: () => void
  onDeleted: () => void
}

type Action = 'test' | 'pause' | 'secret' | 'delete'

export function WebhookActions({ webhook: { id, url, pausedAt }, onSecret, onEdit, onDeleted }: WebhookActionsProps) {
  const [runningAction, setRunningAction] = useState<Action>()
  const [actionToConfirm, setActionToConfirm] = useState<'secret' | 'delete'>()
  const isPaused = pausedAt !== null
  const runAction = async (action: Action, perform: () => Promise<unknown>, errorTitle: string) => {
    setRunningAction(action)
    try {
      await perform()
      await waitForRefresh()
    } catch (error) {
      toast({ title: errorTitle, message: failureReason(error), tone: 'destructive' })
    } finally {
      setRunningAction(undefined)
      setActionToConfirm(undefined)
    }
  }
  const sendTest = () =>
    runAction(
      'test',
      async () => {
        const { state, status, error } = await testWebhook(id)
        if (state === 'delivered') toast({ title: 'Test delivered', message: `Response status: ${status}` })
        else toast({ title: 'Test not delivered', message: error ?? undefined, tone: 'destructive' })
      },
      'Test not sent',
    )
  const togglePause = () =>
    runAction(
      'pause',
      async () => {
        await changeWebhook(id, { isPaused: !isPaused })
        toast({ title: isPaused ? 'Webhook resumed' : 'Webhook paused' })
      },
      isPaused ? 'Webhook not resumed' : 'Webhook not paused',
    )
  const rotateSecret = () => runAction('secret', async () => onSecret((await rotateWebhookSecret(id)).secret), 'Secret not changed')
  const removeWebhook = () =>
    runAction(
      'delete',
      async () => {
        await deleteWebhook(id)
        toast({ title: 'Webhook deleted' })
        onDeleted()
      },
      'Webhook not deleted',
    )
  return (
    <div className={styles.webhookActions}>
      <Button busy={runningAction === 'test'} busyLabel="Calling..." disabled={runningAction !== undefined} onClick={() => void sendTest()}>
        Send a test
      </Button>
      <Button variant="quiet" disabled={runningAction !== undefined} onClick={onEdit}>
        Edit
      </Button>
      <Button variant="quiet" busy={runningAction === 'pause'} disabled={runningAction !== undefined} onClick={() => void togglePause()}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button variant="quiet" disabled={runningAction !== undefined} onClick={() => setActionToConfirm('secret')}>
        New secret
      </Button>
      <Button variant="danger" disabled={runningAction !== undefined} onClick={() => setActionToConfirm('delete')}>
        Delete
      </Button>
      <Confirm
        open={actionToConfirm === 'secret'}
        question="Create a new secret?"
        confirmLabel="New secret"
        busy={runningAction === 'secret'}
        onConfirm={() => void rotateSecret()}
        onCancel={() => setActionToConfirm(undefined)}
      >
        For {OLD_SECRET_HOURS} hours calls are signed with both secrets, so that you have time to update the receiving program.
      </Confirm>
      <Confirm
        open={actionToConfirm === 'delete'}
        question="Delete this webhook?"
        confirmLabel="Delete"
        tone="danger"
        busy={runningAction === 'delete'}
        onConfirm={() => void removeWebhook()}
        onCancel={() => setActionToConfirm(undefined)}
      >
        {url} is no longer called, and the list of its calls is deleted. This cannot be undone.
      </Confirm>
    </div>
  )
}
