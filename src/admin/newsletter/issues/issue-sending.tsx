/** Sends a test, sends or schedules the issue, or deletes it. */
import { useState } from 'react'
import { deleteIssue, sendIssue, testIssue, type Issue } from '#features/newsletter/issues/issue.client.ts'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { Field, Input } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useIsBulkMailRestricted } from '#admin/newsletter/newsletter-permission.tsx'
import { issueTitle } from './issue-labels.ts'
import { showEmail } from '#platform/text/shown-email.client.ts'
import * as styles from '#admin/newsletter/issues.module.css'

interface IssueSendingProps {
  issue: Issue
  /** `changedAt` of the version that the editor shows. */
  seen: string
  /** There are unsaved changes: only the saved version can be sent. */
  isChanged: boolean
  /** Called when a newer version is stored. */
  onOutdated: () => void
  onClose: () => void
}

export function IssueSending({ issue, seen, isChanged, onOutdated, onClose }: IssueSendingProps) {
  const [toConfirm, setToConfirm] = useState<'send' | 'delete'>()
  const [when, setWhen] = useState('')
  const [busy, setBusy] = useState(false)
  const [isPast, setPast] = useState(false)
  const isRestricted = useIsBulkMailRestricted()
  const run = async (work: () => Promise<unknown>, doneTitle: (result: unknown) => string, failedTitle: string) => {
    setBusy(true)
    try {
      const result = await work()
      await waitForRefresh()
      toast({ title: doneTitle(result) })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'issue.changed') onOutdated()
      toast({ title: failedTitle, message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
      setToConfirm(undefined)
    }
  }
  const chooseTime = (time: string) => {
    setWhen(time)
    setPast(false)
  }
  const confirmSending = () => {
    const isInvalid = when !== '' && !(Date.parse(when) > Date.now())
    setPast(isInvalid)
    if (!isInvalid) setToConfirm('send')
  }
  const test = () =>
    run(
      async () => (await testIssue(issue.id)).email,
      (email) => `Test email is on its way to ${showEmail(String(email))}`,
      'Test email not sent',
    )
  const send = () =>
    run(
      () => sendIssue(issue.id, { unchangedSince: seen, ...(when === '' ? {} : { at: new Date(when).toISOString() }) }),
      () => (when === '' ? 'The issue is being sent' : 'The issue is scheduled'),
      'Issue not sent',
    )
  const remove = () =>
    run(
      async () => {
        await deleteIssue(issue.id)
        onClose()
      },
      () => 'Issue deleted',
      'Issue not deleted',
    )
  return (
    <fieldset className={styles.sending}>
      <legend>Send</legend>
      <Field
        label="When"
        hint="Leave blank to send now. Times are in your time zone."
        error={isPast && 'Please choose a date and time in the future'}
      >
        {(control) => <Input {...control} type="datetime-local" value={when} onChange={({ target }) => chooseTime(target.value)} />}
      </Field>
      <div className={styles.issueActions}>
        <Button disabled={isRestricted || isChanged || busy} onClick={confirmSending}>
          {when === '' ? 'Send now' : 'Schedule'}
        </Button>
        <Button variant="quiet" disabled={isRestricted || isChanged || busy} onClick={() => void test()}>
          Send a test to me
        </Button>
        <Button variant="danger" disabled={busy} onClick={() => setToConfirm('delete')}>
          Delete
        </Button>
      </div>
      {isRestricted && <p className="hint">Newsletters must be allowed for this site first. See the Subscribers page.</p>}
      {isChanged && <p className="hint">Save your changes before you send the issue.</p>}
      <Confirm
        open={toConfirm === 'send'}
        question={when === '' ? `Send “${issueTitle(issue)}” now?` : `Schedule “${issueTitle(issue)}”?`}
        confirmLabel={when === '' ? 'Send now' : 'Schedule'}
        busy={busy}
        onConfirm={() => void send()}
        onCancel={() => setToConfirm(undefined)}
      >
        It appears in the archive when sending starts. You can pause sending, but you cannot recall emails that were sent.
      </Confirm>
      <Confirm
        open={toConfirm === 'delete'}
        question={`Delete “${issueTitle(issue)}”?`}
        confirmLabel="Delete"
        tone="danger"
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setToConfirm(undefined)}
      >
        It has not been sent. This cannot be undone.
      </Confirm>
    </fieldset>
  )
}
