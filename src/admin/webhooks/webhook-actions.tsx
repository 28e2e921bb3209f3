/** What can be done with a webhook. */
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
  const [asked, ask] = useState<'secret' | 'delete'>()
  const isPaused = pausedAt !== null
  const run = async (action: Action, work: () => Promise<unknown>, failed: string) => {
    setBusy(action)
    try {
      await work()
      await waitForRefresh()
    } catch (fault) {
      toast({ title: failed, message: failureReason(fault), tone: 'destructive' })
    } finally {
      setBusy(undefined)
      ask(undefined)
    }
  }
  const test = () =>
    run(
      'test',
      async () => {
        const { state, status, error } = await testWebhook(id)
        if (state === 'delivered') toast({ title: 'The test has arrived', message: `It answers ${status}.` })
        else toast({ title: 'The test has not arrived', message: error ?? undefined, tone: 'destructive' })
      },
      'Test not sent',
    )
  const pause = () =>
    run(
      'pause',
      async () => {
        await changeWebhook(id, { isPaused: !isPaused })
        toast({ title: isPaused ? 'It goes on' : 'Paused' })
      },
      isPaused ? 'It does not go on' : 'Not paused',
    )
  const rotate = () => run('secret', async () => onSecret((await rotateWebhookSecret(id)).secret), 'No new secret')
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
        Change
      </Button>
      <Button variant="quiet" busy={busy === 'pause'} disabled={busy !== undefined} onClick={() => void pause()}>
        {isPaused ? 'Have it go on' : 'Pause'}
      </Button>
      <Button variant="quiet" disabled={busy !== undefined} onClick={() => ask('secret')}>
        New secret
      </Button>
      <Button variant="danger" disabled={busy !== undefined} onClick={() => ask('delete')}>
        Delete
      </Button>
      <Confirm
        open={asked === 'secret'}
        question="Give it a new secret?"
        confirmLabel="New secret"
        busy={busy === 'secret'}
        onConfirm={() => void rotate()}
        onCancel={() => ask(undefined)}
      >
        For {OLD_SECRET_HOURS} hours each call carries two signatures, so that the program that is called can be given the new one in peace.
      </Confirm>
      <Confirm
        open={asked === 'delete'}
        question="Delete this webhook?"
        confirmLabel="Delete"
        tone="danger"
        busy={busy === 'delete'}
        onConfirm={() => void remove()}
        onCancel={() => ask(undefined)}
      >
        {url} is not called any more, and the list of its calls goes. This cannot be taken back.
      </Confirm>
    </div>
  )
}
