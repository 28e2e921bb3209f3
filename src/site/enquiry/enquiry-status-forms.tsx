/** Forms with which customers add a message to their enquiry, withdraw it or erase it. Without JavaScript they post to the page itself. */
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useActionData, useNavigate } from 'react-router'
import {
  addEnquiryMessage,
  enquiryStatusQuery,
  eraseEnquiry,
  loadEnquiryMessage,
  withdrawEnquiry,
  type EnquiryStatusView,
} from '#features/enquiries/tracking/tracking.client.ts'
import { WritingField } from '#features/writing/field/writing-field.tsx'
import { ApiError } from '#platform/client/api.client.ts'
import { useForm, type Form } from '#platform/client/forms/form.client.ts'
import type { FormResponse } from '#platform/client/forms/plain-form.client.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './enquiry-status.module.css'

interface StatusFormProps {
  accessToken: string
}
type ServerFormState = FormResponse<'act' | 'text'>

function useUpdateEnquiry(accessToken: string) {
  const queryClient = useQueryClient()
  return (enquiry: EnquiryStatusView) => void queryClient.setQueryData(enquiryStatusQuery(accessToken).queryKey, enquiry)
}

export function MessageForm({ accessToken }: StatusFormProps) {
  const serverFormState = useActionData<ServerFormState>()
  const rejectedForm = serverFormState?.values.act === 'message' ? serverFormState : undefined
  const updateEnquiry = useUpdateEnquiry(accessToken)
  const form = useForm({
    start: { text: rejectedForm?.values.text ?? '' },
    initialErrors: rejectedForm && { text: rejectedForm.errors.text },
    toBody: ({ text }) => ({ text: text.trim() }),
    contract: loadEnquiryMessage,
    send: ({ text }) => addEnquiryMessage(accessToken, text),
    onDone: (enquiry) => {
      updateEnquiry(enquiry)
      form.reset()
      toast({ title: 'Message sent' })
    },
  })
  const { props, field, busy, problem } = form
  const { input, error } = field('text')
  return (
    <form {...props} className={styles.statusForm} action={paths.enquiryStatus(accessToken)} aria-label="Add a message">
      <FormDraft form={form} name="enquiry-message" subject={accessToken.slice(0, 8)} />
      <FormProblem problem={problem} wasRejected={rejectedForm !== undefined && !rejectedForm.errors.text} />
      <input type="hidden" name="act" value="message" />
      <Field label="Message" error={error} required>
        {(control) => <WritingField {...control} {...input} rows={4} maxLength={4000} />}
      </Field>
      <div className="actions">
        <Button type="submit" busy={busy} busyLabel="Sending...">
          Send message
        </Button>
        <LateNotice what="This form" worksWithoutJs />
      </div>
    </form>
  )
}

export function WithdrawForm({ accessToken }: StatusFormProps) {
  const updateEnquiry = useUpdateEnquiry(accessToken)
  const form = useForm({
    start: {},
    toBody: () => undefined,
    send: () => withdrawEnquiry(accessToken),
    onDone: (enquiry) => {
      updateEnquiry(enquiry)
      toast({ title: 'Enquiry withdrawn' })
    },
  })
  return (
    <ActForm accessToken={accessToken} act="withdraw" form={form} label="Withdraw the enquiry" busyLabel="Withdrawing...">
      We stop working on it. You can still read the messages here.
    </ActForm>
  )
}

export function EraseForm({ accessToken }: StatusFormProps) {
  const navigate = useNavigate()
  const form = useForm({
    start: {},
    toBody: () => undefined,
    send: () => eraseEnquiry(accessToken),
    onDone: () => navigate(paths.findEnquiry('erased'), { replace: true }),
  })
  return (
    <ActForm accessToken={accessToken} act="erase" form={form} label="Erase the enquiry" busyLabel="Erasing..." isDanger>
      Your question, your name and address, all messages and all emails about it are deleted at once. This cannot be undone.
    </ActForm>
  )
}

interface ActFormProps extends StatusFormProps {
  act: string
  form: Form<object>
  label: string
  busyLabel: string
  isDanger?: boolean
  children: ReactNode
}

function ActForm({ accessToken, act, form, label, busyLabel, isDanger, children }: ActFormProps) {
  const wasRejected = useActionData<ServerFormState>()?.values.act === act
  return (
    <form {...form.props} className={styles.statusForm} action={paths.enquiryStatus(accessToken)} aria-label={label}>
      <FormProblem problem={form.problem} wasRejected={wasRejected} />
      <input type="hidden" name="act" value={act} />
      <p>{children}</p>
      <div className="actions">
        <Button type="submit" variant={isDanger ? 'danger' : 'quiet'} busy={form.busy} busyLabel={busyLabel}>
          {label}
        </Button>
      </div>
    </form>
  )
}

/**
 * Shows that the form could not be processed.
 * @param wasRejected whether the server rejected the form when it was submitted without JavaScript
 */
function FormProblem({ problem, wasRejected }: { problem: Error | undefined; wasRejected: boolean }) {
  if (!problem && !wasRejected) return null
  const serverMessage = problem instanceof ApiError && [409, 429].includes(problem.status) ? problem.serverMessage : undefined
  return (
    <Notice tone="bad" role="alert">
      {serverMessage ?? 'Something went wrong. The enquiry may have changed: please reload the page.'}
    </Notice>
  )
}
