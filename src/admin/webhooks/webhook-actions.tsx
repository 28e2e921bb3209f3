/** Tests, edits, pauses or deletes a webhook, or rotates its secret. */
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
  const [busy, setBusy] = useState<Action>()
  const [toConfirm, setToConfirm] = useState<'secret' | 'delete'>()
  const isPaused = pausedAt !== null
  const run = async (action: Action, work: () => Promise<unknown>, failedTitle: string) => {
    setBusy(action)
    try {
      await work()
      await waitForRefresh()
    } catch (error) {
      toast({ title: failedTitle, message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(undefined)
      setToConfirm(undefined)
    }
  }
  const test = () =>
    run(
      'test',
      async () => {
        const { state, status, error } = await testWebhook(id)
        if (state === 'delivered') toast({ title: 'Test delivered', message: `Response status: ${status}` })
        else toast({ title: 'Test not delivered', message: error ?? undefined, tone: 'destructive' })
      },
      'Test not sent',
    )
  const pause = () =>
    run(
      'pause',
      async () => {
        await changeWebhook(id, { isPaused: !isPaused })
        toast({ title: isPaused ? 'Webhook resumed' : 'Webhook paused' })
      },
      isPaused ? 'Webhook not resumed' : 'Webhook not paused',
    )
  const rotate = () => run('secret', async () => onSecret((await rotateWebhookSecret(id)).secret), 'Secret not changed')
  const remove = () =>
    run(
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
      <Button busy={busy === 'test'} busyLabel="Calling..." disabled={busy !== undefined} onClick={() => void test()}>
        Send a test
      </Button>
      <Button variant="quiet" disabled={busy !== undefined} onClick={onEdit}>
        Edit
      </Button>
      <Button variant="quiet" busy={busy === 'pause'} disabled={busy !== undefined} onClick={() => void pause()}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button variant="quiet" disabled={busy !== undefined} onClick={() => setToConfirm('secret')}>
        New secret
      </Button>
      <Button variant="danger" disabled={busy !== undefined} onClick={() => setToConfirm('delete')}>
        Delete
      </Button>
      <Confirm
        open={toConfirm === 'secret'}
        question="Create a new secret?"
        confirmLabel="New secret"
        busy={busy === 'secret'}
        onConfirm={() => void rotate()}
        onCancel={() => setToConfirm(undefined)}
      >
        For {OLD_SECRET_HOURS} hours calls are signed with both secrets, so that you have time to update the receiving program.
      </Confirm>
      <Confirm
        open={toConfirm === 'delete'}
        question="Delete this webhook?"
        confirmLabel="Delete"
        tone="danger"
        busy={busy === 'delete'}
        onConfirm={() => void remove()}
        onCancel={() => setToConfirm(undefined)}
      >
        {url} is no longer called, and the list of its calls is deleted. This cannot be undone.
      </Confirm>
    </div>
  )
}
