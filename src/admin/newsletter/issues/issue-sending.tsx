/** Trying an issue out, sending it now or later, and deleting it. */
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
  /** The `changedAt` of what is shown. */
  seen: string
  /** Something is not saved: what is sent is what is saved. */
  isChanged: boolean
  /** Somebody else has saved another one. */
  onOutdated: () => void
  onClose: () => void
}

export function IssueSending({ issue, seen, isChanged, onOutdated, onClose }: IssueSendingProps) {
  const [asked, ask] = useState<'send' | 'delete'>()
  const [when, setWhen] = useState('')
  const [busy, setBusy] = useState(false)
  const [isPast, setPast] = useState(false)
  const isRestricted = useIsBulkMailRestricted()
  const run = async (work: () => Promise<unknown>, done: (reply: unknown) => string, failed: string) => {
    setBusy(true)
    try {
      const reply = await work()
      await waitForRefresh()
      toast({ title: done(reply) })
    } catch (fault) {
      if (fault instanceof ApiError && fault.code === 'issue.changed') onOutdated()
      toast({ title: failed, message: failureReason(fault), tone: 'destructive' })
    } finally {
      setBusy(false)
      ask(undefined)
    }
  }
  const choose = (time: string) => {
    setWhen(time)
    setPast(false)
  }
  const askToSend = () => {
    const isWrong = when !== '' && !(Date.parse(when) > Date.now())
    setPast(isWrong)
    if (!isWrong) ask('send')
  }
  const test = () =>
    run(
      async () => (await testIssue(issue.id)).email,
      (email) => `A test goes to ${showEmail(String(email))}`,
      'No test was sent',
    )
  const send = () =>
    run(
      () => sendIssue(issue.id, { unchangedSince: seen, ...(when === '' ? {} : { at: new Date(when).toISOString() }) }),
      () => (when === '' ? 'The issue goes out' : 'The issue waits for its time'),
      'The issue was not sent',
    )
  const remove = () =>
    run(
      async () => {
        await deleteIssue(issue.id)
        onClose()
      },
      () => 'Issue deleted',
      'The issue was not deleted',
    )
  return (
    <fieldset className={styles.sending}>
      <legend>Send it</legend>
      <Field label="When" hint="Empty: now. In your own time zone." error={isPast && 'Choose a date and time in the future'}>
        {(control) => <Input {...control} type="datetime-local" value={when} onChange={({ target }) => choose(target.value)} />}
      </Field>
      <div className={styles.issueActions}>
        <Button disabled={isRestricted || isChanged || busy} onClick={askToSend}>
          {when === '' ? 'Send now' : 'Schedule'}
        </Button>
        <Button variant="quiet" disabled={isRestricted || isChanged || busy} onClick={() => void test()}>
          Send a test to me
        </Button>
        <Button variant="danger" disabled={busy} onClick={() => ask('delete')}>
          Delete
        </Button>
      </div>
      {isRestricted && <p className="hint">Newsletters have to be allowed for this site first: see the Newsletter page.</p>}
      {isChanged && <p className="hint">Save it first: what is sent is what is saved.</p>}
      <Confirm
        open={asked === 'send'}
        question={when === '' ? `Send “${issueTitle(issue)}” now?` : `Send “${issueTitle(issue)}” at that time?`}
        confirmLabel={when === '' ? 'Send now' : 'Schedule'}
        busy={busy}
        onConfirm={() => void send()}
        onCancel={() => ask(undefined)}
      >
        It appears in the archive as soon as it goes out. You can pause it; what has gone out cannot be taken back.
      </Confirm>
      <Confirm
        open={asked === 'delete'}
        question={`Delete “${issueTitle(issue)}”?`}
        confirmLabel="Delete"
        tone="danger"
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => ask(undefined)}
      >
        Nobody has got it. This cannot be undone.
      </Confirm>
    </fieldset>
  )
}
