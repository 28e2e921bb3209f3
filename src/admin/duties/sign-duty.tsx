/** Dialog in which the operator signs the saved draft. */
import { SIGNATORY_MAX, dutyOf, type DutyKey } from '#features/duties/duties.policy.ts'
import { loadDutySigning, signDuty, type DutyDraft, type DutySignature } from '#features/duties/duty.client.ts'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, FieldError, Input } from '#ui/forms/field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { Notice } from '#ui/states/notice.tsx'
import * as styles from './duties.module.css'

interface SignDutyProps {
  duty: DutyKey
  draft: DutyDraft
  /** The last signature, whose name and role are suggested. */
  last: DutySignature | null
  onClose: () => void
}

export function SignDuty({ duty, draft, last, onClose }: SignDutyProps) {
  const form = useForm({
    start: { name: last?.name ?? '', role: last?.role ?? '', isConfirmed: false },
    toBody: ({ name, role }) => ({ name, role }),
    contract: loadDutySigning,
    check: ({ isConfirmed }) => ({ isConfirmed: isConfirmed ? undefined : 'Please confirm this' }),
    send: (body) => signDuty(duty, { ...body, version: draft.version }),
    onDone: async ({ number }) => {
      await waitForRefresh()
      toast({ title: 'Record signed', message: `Version ${number} can be exported, and can no longer be changed.` })
      onClose()
      const main = document.getElementById('main')
      main?.focus({ preventScroll: true })
      main?.scrollIntoView()
    },
  })
  const { values, errors, change, field, busy, problem } = form
  return (
    <Dialog
      open
      title={`Sign version ${draft.number}`}
      description={`${dutyOf(duty).title}. A signed version can no longer be changed; you can start a new one at any time.`}
      onOpenChange={(isOpen) => !isOpen && !busy && onClose()}
    >
      <form {...form.props} className={styles.form} aria-label="Signature">
        <Field label="Your name" required error={errors.name}>
          {(control) => <Input {...control} {...field('name').input} autoComplete="name" maxLength={SIGNATORY_MAX} />}
        </Field>
        <Field label="Your role" required error={errors.role} hint="For example: trustee, owner, director.">
          {(control) => <Input {...control} {...field('role').input} autoComplete="organization-title" maxLength={SIGNATORY_MAX} />}
        </Field>
        <div>
          <label className={styles.confirm}>
            <input
              type="checkbox"
              name="isConfirmed"
              checked={values.isConfirmed}
              aria-invalid={errors.isConfirmed ? true : undefined}
              aria-describedby={errors.isConfirmed ? 'confirm-error' : undefined}
              onChange={({ target }) => change({ isConfirmed: target.checked })}
            />
            I have checked the answers and the facts from the site.
          </label>
          {errors.isConfirmed && <FieldError id="confirm-error">{errors.isConfirmed}</FieldError>}
        </div>
        {problem && (
          <Notice tone="bad" role="alert">
            The record was not signed.{' '}
            {isStale(problem) ? 'The draft has been changed meanwhile. Close this and check it again.' : failureReason(problem)}
          </Notice>
        )}
        <p className="actions">
          <Button type="submit" busy={busy} busyLabel="Signing...">
            Sign
          </Button>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </p>
      </form>
    </Dialog>
  )
}

const isStale = (error: Error): boolean => error instanceof ApiError && error.code === 'version.stale'
