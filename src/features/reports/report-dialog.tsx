/** Dialog to report a topic, reply, review, profile or picture. Visitors may leave an email address for the decision. */
import { useEffect, useRef, useState } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import { parseEmail } from '#platform/text/parse-email.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, FieldError, Input, Options, Select, Textarea } from '#ui/forms/field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { LongDate } from '#ui/text/time.tsx'
import { fileReport } from './report.client.ts'
import {
  ILLEGAL_KINDS,
  REPORT_KINDS,
  REPORT_REASONS,
  REPORT_TEXT_MAX,
  type IllegalKind,
  type ReportKind,
  type ReportReason,
} from './report-reason.policy.ts'
import * as styles from './report-dialog.module.css'

interface ReportDialogProps {
  kind: ReportKind
  /** Id of the subject. */
  id: number
  onClose: () => void
}

export default function ReportDialog({ kind, id, onClose }: ReportDialogProps) {
  const [dueAt, setDueAt] = useState<string>()
  const noun = REPORT_KINDS[kind].toLowerCase()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={dueAt ? 'Report sent' : `Report this ${noun}`}>
      {dueAt ? <Sent dueAt={dueAt} onClose={onClose} /> : <ReportForm kind={kind} id={id} onSent={setDueAt} onClose={onClose} />}
    </Dialog>
  )
}

function Sent({ dueAt, onClose }: { dueAt: string; onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // The form with the focused button has been replaced.
  useEffect(() => button.current?.focus(), [])
  return (
    <>
      <Notice tone="good" role="status">
        Thank you. A moderator will look at it by <LongDate date={dueAt} />. The author does not learn who sent the report.
      </Notice>
      <p className="actions">
        <Button ref={button} onClick={onClose}>
          Done
        </Button>
      </p>
    </>
  )
}

interface ReportValues {
  reason: ReportReason | ''
  illegalKind: IllegalKind | ''
  text: string
  email: string
}

function ReportForm({ kind, id, onSent, onClose }: ReportDialogProps & { onSent: (dueAt: string) => void }) {
  const user = useSignedIn()
  const entry = useForm({
    start: { reason: '', illegalKind: '', text: '', email: '' } as ReportValues,
    toBody: ({ reason, illegalKind, text, email }) => ({
      kind,
      id,
      reason: reason || 'other',
      ...(reason === 'illegal' && illegalKind ? { illegalKind } : {}),
      ...(text.trim() ? { text: text.trim() } : {}),
      ...(!user && email.trim() ? { email: email.trim() } : {}),
    }),
    check: ({ reason, text, email }) => ({
      reason: reason ? undefined : 'Choose a reason',
      text: reason === 'other' && !text.trim() ? 'Please describe the problem.' : undefined,
      email: !user && email.trim() && !parseEmail(email) ? 'Please enter a valid email address' : undefined,
    }),
    revalidates: true,
    send: fileReport,
    onDone: (report) => onSent(report.dueAt),
  })
  const { props, values, errors, change, field, problem, busy } = entry
  useEffect(() => {
    // Later than the dialog, which otherwise does not learn where to return the focus.
    queueMicrotask(() => props.ref.current?.querySelector<HTMLElement>('input[type=radio]')?.focus())
  }, [props.ref])
  return (
    <form {...props} className={styles.report} aria-label="Report">
      <FormDraft form={entry} name="report" subject={`${kind} ${id}`} />
      <fieldset
        className={styles.reasons}
        tabIndex={-1}
        aria-invalid={errors.reason ? true : undefined}
        aria-describedby={errors.reason ? 'report-reason-error' : undefined}
      >
        <legend>What is wrong?</legend>
        {entriesOf(REPORT_REASONS).map(([reason, { label, hint }]) => (
          <div key={reason} className={styles.reason}>
            <input
              id={`report-${reason}`}
              type="radio"
              name="reason"
              value={reason}
              aria-describedby={`report-${reason}-hint`}
              checked={values.reason === reason}
              disabled={busy}
              onChange={() => change({ reason })}
            />
            <label htmlFor={`report-${reason}`}>{label}</label>
            <p id={`report-${reason}-hint`} className="hint">
              {hint}
            </p>
          </div>
        ))}
        {errors.reason && <FieldError id="report-reason-error">{errors.reason}</FieldError>}
      </fieldset>
      {values.reason === 'illegal' && (
        <Field label="What kind of offence? (optional)">
          {(control) => (
            <Select
              {...control}
              name="illegalKind"
              value={values.illegalKind}
              disabled={busy}
              onChange={({ target }) => change({ illegalKind: target.value as ReportValues['illegalKind'] })}
            >
              <option value="">I am not sure</option>
              <Options of={entriesOf(ILLEGAL_KINDS)} />
            </Select>
          )}
        </Field>
      )}
      <Field
        label={values.reason === 'other' ? 'Please describe the problem' : 'Anything else that helps us? (optional)'}
        required={values.reason === 'other'}
        error={errors.text}
      >
        {(control) => <Textarea {...control} {...field('text').input} rows={3} maxLength={REPORT_TEXT_MAX} disabled={busy} />}
      </Field>
      {!user && (
        <Field label="Your email (optional)" hint="We send you the decision, and use the address for nothing else." error={errors.email}>
          {(control) => <Input {...control} {...field('email').input} type="email" autoComplete="email" disabled={busy} />}
        </Field>
      )}
      {problem && (
        <Notice tone="bad" role="alert">
          The report could not be sent. {failureReason(problem)}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" busy={busy} busyLabel="Sending...">
          Send report
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
