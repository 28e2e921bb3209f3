/** Renders the actions on a draft: sending a test, sending or scheduling, and deleting. */
import { useState } from 'react'
import { deleteIssue, sendIssue, testIssue, type Issue } from '#features/newsletter/issues/issue.client.ts'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { Field, Input } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useIsBulkMailRestricted } from '#admin/newsletter/newsletter-permission.tsx'
import { getIssueTitle } from './issue-labels.ts'
import { showEmail } from '#platform/text/shown-email.client.ts'
import * as styles from '#admin/newsletter/issues.module.css'

interface IssueSendingProps {
  issue: Issue
  /** Value of `changedAt` in the version that the editor shows. */
  shownVersion: string
  /** Whether there are unsaved changes; if so, sending is disabled, because only the saved version can be sent. */
  isChanged: boolean
  /** Called when the server rejects the request because a newer version is stored. */
  onOutdated: () => void
  onClose: () => void
}

export function IssueSending({ issue, shownVersion, isChanged, onOutdated, onClose }: IssueSendingProps) {
  const [actionToConfirm, setActionToConfirm] = useState<'send' | 'delete'>()
  const [localTime, setLocalTime] = useState('')
  const [busy, setBusy] = useState(false)
  const [isTimeInvalid, setTimeInvalid] = useState(false)
  const isRestricted = useIsBulkMailRestricted()
  const runAction = async (action: () => Promise<unknown>, formatSuccessTitle: (result: unknown) => string, errorTitle: string) => {
    setBusy(true)
    try {
      const result = await action()
      await waitForRefresh()
      toast({ title: formatSuccessTitle(result) })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'issue.changed') onOutdated()
      toast({ title: errorTitle, message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
      setActionToConfirm(undefined)
    }
  }
  const chooseTime = (time: string) => {
    setLocalTime(time)
    setTimeInvalid(false)
  }
  const confirmSending = () => {
    const isInvalid = localTime !== '' && !(Date.parse(localTime) > Date.now())
    setTimeInvalid(isInvalid)
    if (!isInvalid) setActionToConfirm('send')
  }
  const sendTest = () =>
    runAction(
      async () => (await testIssue(issue.id)).email,
      (email) => `The test email to ${showEmail(String(email))} is in the outbox until it is sent`,
      'Test email not sent',
    )
  const sendOrSchedule = () =>
    runAction(
      () => sendIssue(issue.id, { unchangedSince: shownVersion, ...(localTime === '' ? {} : { at: new Date(localTime).toISOString() }) }),
      () => (localTime === '' ? 'The issue is being sent' : 'The issue is scheduled'),
      'Issue not sent',
    )
  const deleteDraft = () =>
    runAction(
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
        error={isTimeInvalid && 'Please choose a date and time in the future'}
      >
        {(control) => <Input {...control} type="datetime-local" value={localTime} onChange={({ target }) => chooseTime(target.value)} />}
      </Field>
      <div className={styles.issueActions}>
        <Button disabled={isRestricted || isChanged || busy} onClick={confirmSending}>
          {localTime === '' ? 'Send now' : 'Schedule'}
        </Button>
        <Button variant="quiet" disabled={isRestricted || isChanged || busy} onClick={() => void sendTest()}>
          Send a test to me
        </Button>
        <Button variant="danger" disabled={busy} onClick={() => setActionToConfirm('delete')}>
          Delete
        </Button>
      </div>
      {isRestricted && <p className="hint">Newsletters must be allowed for this site first. See the Subscribers page.</p>}
      {isChanged && <p className="hint">Save your changes before you send the issue.</p>}
      <Confirm
        open={actionToConfirm === 'send'}
        question={localTime === '' ? `Send “${getIssueTitle(issue)}” now?` : `Schedule “${getIssueTitle(issue)}”?`}
        confirmLabel={localTime === '' ? 'Send now' : 'Schedule'}
        busy={busy}
        onConfirm={() => void sendOrSchedule()}
        onCancel={() => setActionToConfirm(undefined)}
      >
        It appears in the archive when sending starts. You can pause sending, but you cannot recall emails that were sent.
      </Confirm>
      <Confirm
        open={actionToConfirm === 'delete'}
        question={`Delete “${getIssueTitle(issue)}”?`}
        confirmLabel="Delete"
        tone="danger"
        busy={busy}
        onConfirm={() => void deleteDraft()}
        onCancel={() => setActionToConfirm(undefined)}
      >
        It has not been sent. This cannot be undone.
      </Confirm>
    </fieldset>
  )
}
